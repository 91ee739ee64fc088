// The table of chunks: features whose ends depend on the text, not on a number of symbols.
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

// A normalized text as chunks use it.
struct TokenText {
  TokenSpan tokens;
  const tokens::Origin& origin;
  std::string_view text;      // `origin` maps to it
  std::string_view argument;  // of the tokenizer: the language of code
};

struct Chunking {
  std::string_view name;
  std::span<const Parameter> parameters;
  std::string_view ends;    // where a chunk ends: a clause
  std::string_view source;  // paper and section
  // Fails if a tokenizer has no such chunks.
  Result<void> (*check)(std::string_view front_end, std::string_view argument);
  // Appends the chunks in order; they do not overlap and none is empty. O(text).
  void (*split)(const TokenText& text, Arguments args, const TokenHash& hash,
                std::vector<TokenRange>& out);
};

std::span<const Chunking> chunkings();
const Chunking* find_chunking(std::string_view name);

}  // namespace whorl::internal::chunks
