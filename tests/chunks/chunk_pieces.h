// The chunks of a text, as the pieces of the text that they came from.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "whorl/chunks.h"

namespace whorl::internal::chunks {

inline ChunkSet chunks_by(std::string_view recipe, std::string_view text) {
  const auto parsed = parse_recipe(recipe);
  EXPECT_TRUE(parsed) << recipe << ": " << (parsed ? "" : parsed.error().message);
  auto found = whorl::chunks(text, parsed.value_or(Recipe()));
  EXPECT_TRUE(found) << (found ? "" : found.error().message);
  return std::move(found).value_or(ChunkSet());
}

inline std::vector<std::string> pieces(std::string_view recipe, std::string_view text) {
  std::vector<std::string> out;
  for (const Chunk& chunk : chunks_by(recipe, text).chunks) {
    out.emplace_back(text.substr(chunk.bytes.begin, chunk.bytes.end - chunk.bytes.begin));
  }
  return out;
}

}  // namespace whorl::internal::chunks
