// Origin: maps symbols of the normalized text to bytes of the viewable text.
//
// It is built while the text is normalized, in the cheapest shape that suffices:
//
//   Identity    symbol i is byte i
//   KeepBitmap  one symbol a kept byte: a bitmap with rank samples, 1.1 bits a byte
//   Folded      text with characters of several bytes: two bitmaps, 2.2 bits a byte, and 1.1 bits
//               a symbol if a character has several
//   Spans       one range a symbol (words, tokens), 8 bytes each
//   PackedSpans the same for very long programs, 2 bytes each
//
// If the symbols come from text extracted from markup, it also has the runs that map the extracted
// text to the viewable text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "whorl/document.h"

namespace whorl::internal::tokens {

// PackedSpans: the positions of very many symbols, in two bytes a symbol instead of eight.

// Stores every 64th beginning. For each symbol, stores the distance from the previous beginning and
// its length, in one byte each. Larger values are in a list.
class PackedSpans {
 public:
  // Begins ascend; end ≥ begin.
  void add(std::uint32_t begin, std::uint32_t end);

  std::uint64_t size() const { return lengths_.bytes.size(); }
  // The range of symbol i < size(). O(1), or O(log) if a byte is not enough.
  ByteRange operator[](std::uint64_t i) const;

 private:
  // Numbers, most of them small.
  struct SmallNumbers {
    std::vector<std::uint8_t> bytes;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> large;  // position, value

    void add(std::uint32_t value);
    std::uint32_t operator[](std::uint64_t i) const;
  };

  std::vector<std::uint32_t> begins_;  // of symbols 0, 64, 128 …
  SmallNumbers steps_;
  SmallNumbers lengths_;
  std::uint32_t last_begin_ = 0;
};

// The bytes of the viewable text that were kept, in order. O(1) rank, O(log n) select.
class KeepBitmap {
 public:
  KeepBitmap() = default;
  // `words` has one bit a byte of text, least significant first; `bytes` is the number of bits.
  KeepBitmap(std::vector<std::uint64_t> words, std::uint64_t bytes);
  std::uint64_t kept() const { return kept_; }
  // Offset of the i-th kept byte; i < kept().
  std::uint64_t select(std::uint64_t i) const;
  // The number of kept bytes among the first `bytes`.
  std::uint64_t rank(std::uint64_t bytes) const;

 private:
  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> rank_;  // kept bytes before each block of 512
  std::uint64_t kept_ = 0;
};

// Text whose symbols come from one or more bytes each. A source is the shortest piece of text that
// folds alone: mostly one character, or one with its combining marks. The n-th source reaches from
// the n-th set bit of `begins` to the n-th of `ends`. `firsts` has a bit a symbol, set for the
// first symbol of each source. It is empty if every source has one symbol.
struct Folded {
  KeepBitmap begins;  // first byte of each source
  KeepBitmap ends;    // last byte of each source
  KeepBitmap firsts = {};
};

// begin[i] and length[i] of symbol i in the viewable text. The readers split texts over 4 GiB
// before.
struct Spans {
  std::vector<std::uint32_t> begin;
  std::vector<std::uint32_t> length;
};

struct Identity {};

// A run of extracted text: it begins at `at` and reaches to the next run. If length is 0, it is
// byte for byte at `source` in the viewable text. Otherwise the whole run comes from the `length`
// bytes there (a character reference, a tag).
struct ExtractedRun {
  std::uint32_t at = 0;
  std::uint32_t source = 0;
  std::uint32_t length = 0;
};

class Origin {
 public:
  Origin() = default;
  explicit Origin(KeepBitmap kept) : shape_(std::move(kept)) {}
  explicit Origin(Folded folded) : shape_(std::move(folded)) {}
  explicit Origin(Spans spans) : shape_(std::move(spans)) {}
  explicit Origin(PackedSpans spans) : shape_(std::move(spans)) {}

  // The same symbols, mapped to the text that `runs` were extracted from. The runs ascend and the
  // first begins at 0; empty runs change nothing. A text that was extracted in several steps needs
  // several calls, the last step first.
  Origin through(std::vector<ExtractedRun> runs) &&;

  // The same symbols without the first `count`; numbers begin after them.
  Origin without_first(std::uint64_t count) &&;

  // Memory of the runs passed to through().
  std::uint64_t bytes_of_runs() const;

  // The bytes from the first byte of symbol `first` to the last of symbol `last - 1`;
  // first < last ≤ number of symbols. O(log n).
  ByteRange bytes(std::uint64_t first, std::uint64_t last) const;

 private:
  std::variant<Identity, KeepBitmap, Folded, Spans, PackedSpans> shape_;
  std::uint64_t left_out_ = 0;  // symbols of shape_ before the first one that has a number
  std::vector<std::vector<ExtractedRun>> steps_;
};

}  // namespace whorl::internal::tokens
