// Origin: from symbols of the canonical text back to bytes of the viewable text.
//
// Built while canonicalising, in the cheapest shape that can answer:
//   Filtered  one symbol a kept byte: a bitmap with rank samples, 1.1 bits a byte
//   Spans     one range a symbol (words, tokens, code points)
//   Identity  symbol i is byte i
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "whorl/document.h"

namespace whorl {

// Which bytes of the viewable text were kept, in order. O(1) rank per 512-bit block,
// O(log n) select.
class KeepBitmap {
 public:
  // `words` hold one bit a byte of text, least significant first; `bytes` is their number.
  KeepBitmap(std::vector<std::uint64_t> words, std::uint64_t bytes);
  std::uint64_t kept() const { return kept_; }
  // Offset of the i-th kept byte; i < kept().
  std::uint64_t select(std::uint64_t i) const;

 private:
  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> rank_;  // kept bytes before each block of 512
  std::uint64_t kept_ = 0;
};

// begin[i] and length[i] of symbol i in the viewable text. Texts over 4 GiB are split
// by the readers before they get here.
struct Spans {
  std::vector<std::uint32_t> begin;
  std::vector<std::uint32_t> length;
};

struct Identity {};

class Origin {
 public:
  Origin() = default;
  explicit Origin(KeepBitmap kept) : shape_(std::move(kept)) {}
  explicit Origin(Spans spans) : shape_(std::move(spans)) {}

  // The bytes from the first byte of symbol `first` to the last of symbol `last - 1`;
  // first < last ≤ number of symbols.
  ByteRange bytes(std::uint64_t first, std::uint64_t last) const;

 private:
  std::variant<Identity, KeepBitmap, Spans> shape_;
};

}  // namespace whorl
