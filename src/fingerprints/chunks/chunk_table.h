// The table of chunks: features that end where the text says so, not after k symbols.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "fingerprints/chunks/parameter.h"
#include "fingerprints/chunks/token_hash.h"
#include "tokens/canon.h"
#include "whorl/result.h"

namespace whorl::internal::chunks {

// Tokens [first, last).
struct TokenRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  friend bool operator==(const TokenRange&, const TokenRange&) = default;
};

// A canonical text as chunks see it.
struct TokenText {
  TokenSpan tokens;
  const tokens::Origin& origin;
  std::string_view text;      // what `origin` leads to
  std::string_view argument;  // of the front end: the language of code
};

struct Chunking {
  std::string_view name;
  std::span<const Parameter> parameters;
  std::string_view ends;    // where a chunk ends: a clause
  std::string_view source;  // paper and section
  // Error where a front end has no such chunks.
  Result<void> (*check)(std::string_view front_end, std::string_view argument);
  // Appends the chunks in order; they do not overlap and none is empty. O(text).
  void (*split)(const TokenText& text, Arguments args, const TokenHash& hash,
                std::vector<TokenRange>& out);
};

std::span<const Chunking> chunkings();
const Chunking* find_chunking(std::string_view name);

}  // namespace whorl::internal::chunks
