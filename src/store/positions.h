// Where the shingles of a document stand in it. Format: docs/format.md, "Positions".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "canon/origin.h"
#include "sketch/sketch.h"
#include "whorl/document.h"
#include "whorl/result.h"

namespace whorl::internal::store {

// A document's shingles in the order of its text, and the bytes of its symbols.
struct Positions {
  struct SymbolBytes {
    std::uint32_t begin = 0;
    std::uint32_t length = 0;
    bool operator==(const SymbolBytes&) const = default;
  };
  std::vector<std::uint32_t> shingles;  // one for each symbol that begins one: its rank in the set
  std::vector<SymbolBytes> symbols;     // in the text as it was read

  // The bytes of symbols from `first` up to `last`; first < last ≤ symbols.size().
  ByteRange bytes(std::uint64_t first, std::uint64_t last) const;
};

// What is kept of a document whose shingles of `k` symbols are `in_order`, and of these each once,
// ascending, `set`; nothing where there are none. Expected O(n), and O(log n) a symbol of `origin`.
std::vector<std::uint8_t> encode_positions(std::span<const std::uint64_t> in_order,
                                           sketch::ShingleSpan set, std::uint32_t k,
                                           const canon::Origin& origin);

// What a document has that positions are kept of.
struct PositionShape {
  std::uint32_t k = 0;    // symbols a shingle
  std::uint64_t set = 0;  // distinct shingles
};

// What encode_positions() made; corrupt where it is none of a document of that shape. Takes memory
// for no more than `bytes` can hold. O(n).
Result<Positions> decode_positions(std::span<const std::uint8_t> bytes, const PositionShape& shape);

}  // namespace whorl::internal::store
