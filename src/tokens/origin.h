// Origin: from symbols of the canonical text back to bytes of the viewable text.
//
// Built while canonicalising, in the cheapest shape that can answer:
//   Identity    symbol i is byte i
//   KeepBitmap  one symbol a kept byte: a bitmap with rank samples, 1.1 bits a byte
//   Folded      text with characters of several bytes: two bitmaps, 2.2 bits a byte, and 1.1 bits
//               a symbol where a character has several
//   Spans       one range a symbol (words, tokens), 8 bytes each
//   PackedSpans the same for very long programs, 2 bytes each
// and, where the symbols were taken from text extracted from markup, the runs that lead
// from the extracted text on to the viewable text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "whorl/document.h"

namespace whorl::internal::tokens {

// PackedSpans: where each of very many symbols stands, in two bytes a symbol instead of eight.

// Every 64th begin as it is; for each symbol how far it begins after the one before it, and its
// length, in a byte each. What does not fit a byte is in a list.
class PackedSpans {
 public:
  // Begins ascend; end ≥ begin.
  void add(std::uint32_t begin, std::uint32_t end);

  std::uint64_t size() const { return lengths_.bytes.size(); }
  // Of symbol i < size(). O(1), and O(log) where a byte is not enough.
  ByteRange operator[](std::uint64_t i) const;

 private:
  // Numbers, most of them small.
  struct SmallNumbers {
    std::vector<std::uint8_t> bytes;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> large;  // place, value

    void add(std::uint32_t value);
    std::uint32_t operator[](std::uint64_t i) const;
  };

  std::vector<std::uint32_t> begins_;  // of symbols 0, 64, 128 …
  SmallNumbers steps_;
  SmallNumbers lengths_;
  std::uint32_t last_begin_ = 0;
};

// Which bytes of the viewable text were kept, in order. O(1) rank, O(log n) select.
class KeepBitmap {
 public:
  KeepBitmap() = default;
  // `words` hold one bit a byte of text, least significant first; `bytes` is their number.
  KeepBitmap(std::vector<std::uint64_t> words, std::uint64_t bytes);
  std::uint64_t kept() const { return kept_; }
  // Offset of the i-th kept byte; i < kept().
  std::uint64_t select(std::uint64_t i) const;
  // How many of the first `bytes` were kept.
  std::uint64_t rank(std::uint64_t bytes) const;

 private:
  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> rank_;  // kept bytes before each block of 512
  std::uint64_t kept_ = 0;
};

// Text whose symbols come from one or more bytes each. A source is the shortest piece of
// text that folds by itself: mostly one character, or one with its combining marks. The
// n-th source reaches from the n-th set bit of `begins` to the n-th of `ends`. `firsts` has a bit a
// symbol, which is set for the first of each source; it is empty where every source has one symbol.
struct Folded {
  KeepBitmap begins;  // first byte of each source
  KeepBitmap ends;    // last byte of each source
  KeepBitmap firsts = {};
};

// begin[i] and length[i] of symbol i in the viewable text. Texts over 4 GiB are split
// by the readers before they get here.
struct Spans {
  std::vector<std::uint32_t> begin;
  std::vector<std::uint32_t> length;
};

struct Identity {};

// A run of extracted text: it begins at `at` and reaches to the next run. With length 0
// it stands byte for byte at `source` in the viewable text; otherwise the whole of it
// was made from the `length` bytes there (a character reference, a tag).
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

  // The same symbols, seen from the text that `runs` were extracted from. The runs ascend,
  // the first begins at 0; empty runs change nothing. A text that was extracted in several
  // steps takes several calls, the last step first.
  Origin through(std::vector<ExtractedRun> runs) &&;

  // The same symbols but for the first `count`, which are numbered no more.
  Origin without_first(std::uint64_t count) &&;

  // What through() was given takes in memory.
  std::uint64_t bytes_of_runs() const;

  // The bytes from the first byte of symbol `first` to the last of symbol `last - 1`;
  // first < last ≤ number of symbols. O(log n).
  ByteRange bytes(std::uint64_t first, std::uint64_t last) const;

 private:
  std::variant<Identity, KeepBitmap, Folded, Spans, PackedSpans> shape_;
  std::uint64_t left_out_ = 0;  // symbols of shape_ before the first that has a number
  std::vector<std::vector<ExtractedRun>> steps_;
};

}  // namespace whorl::internal::tokens
