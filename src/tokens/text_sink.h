// TextSink: collects the symbols of a text from walk_text(), with the mapping to the text.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/release.h"
#include "fingerprints/kernels/ascii.h"
#include "tokens/canon.h"
#include "tokens/fold_table.h"
#include "tokens/origin.h"
#include "tokens/weight.h"

namespace whorl::internal::tokens {

// BitList: a sequence of bits, mostly ones.
class BitList {
 public:
  std::size_t size() const { return size_; }

  void add(bool bit) {
    if (size_ % 64 == 0) words_.push_back(0);
    words_.back() |= std::uint64_t{bit} << size_ % 64;
    ++size_;
  }

  void add_ones(std::size_t count) {
    while (count > 0) {
      if (size_ % 64 == 0) words_.push_back(0);
      const std::size_t here = std::min(count, 64 - size_ % 64);
      words_.back() |= ~std::uint64_t{0} >> (64 - here) << size_ % 64;
      size_ += here;
      count -= here;
    }
  }

  // Removes the last bit.
  void pop() {
    --size_;
    words_.back() &= ~(std::uint64_t{1} << size_ % 64);
    if (size_ % 64 == 0) words_.pop_back();
  }

  KeepBitmap take() && { return {std::move(words_), size_}; }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t size_ = 0;
};

// Collects symbols and marks their sources. Starts with the cheapest shapes and changes to larger
// ones when a character needs it.
class TextSink {
 public:
  // `kernel` decides which ASCII characters count; single characters must follow the same rule.
  TextSink(std::size_t bytes, kernels::AsciiKernel* kernel)
      : bytes_(bytes), kernel_(kernel), begins_((bytes + 63) / 64) {
    narrow_.reserve(bytes);
  }

  void operator()(char32_t c, CharClass char_class, std::size_t begin, std::size_t end) {
    if (char_class > CharClass::unspaced) return;
    const bool is_first = begin != last_begin_;
    if (is_first) mark(begin, end);
    last_begin_ = begin;
    push(c, is_first);
    for (std::uint32_t part = 1; part < weight_of(c); ++part) push(part_of(c, part), false);
  }

  // Normalizes ASCII blocks of `text` from `at`, a multiple of kAsciiBlock, on. Returns where the
  // first block with other bytes begins, or the end.
  std::size_t take_ascii(std::string_view text, std::size_t at) {
    std::array<std::uint8_t, kChunk + kernels::kAsciiBlock> symbols;
    while (at < text.size()) {
      const std::string_view chunk = text.substr(at, kChunk);
      const auto run = kernel_(chunk, symbols.data(), &begins_[at / 64]);
      append(symbols.data(), run.kept);
      if (multibyte_) {
        std::copy_n(&begins_[at / 64], (run.read + 63) / 64, &ends_[at / 64]);
      }
      at += run.read;
      if (run.read < chunk.size()) break;
    }
    return at;
  }

  // Removes the symbol of the ASCII byte `at`, the last that take_ascii() took, if it has one: it
  // turned out to be part of a longer piece.
  void untake_ascii(std::size_t at) {
    const std::uint64_t bit = std::uint64_t{1} << at % 64;
    if ((begins_[at / 64] & bit) == 0) return;
    begins_[at / 64] &= ~bit;
    if (multibyte_) ends_[at / 64] &= ~bit;
    if (is_wide_) {
      wide_.pop_back();
    } else {
      narrow_.pop_back();
    }
    if (firsts_.size() > 0) firsts_.pop();
  }

  Canon take() && {
    Origin origin =
        multibyte_ ? Origin(Folded{KeepBitmap(std::move(begins_), bytes_),
                                   KeepBitmap(std::move(ends_), bytes_), std::move(firsts_).take()})
                   : Origin(KeepBitmap(std::move(begins_), bytes_));
    if (is_wide_) return {trimmed(std::move(wide_)), std::move(origin)};
    return {trimmed(std::move(narrow_)), std::move(origin)};
  }

 private:
  static constexpr std::size_t kChunk = 16384;

  void mark(std::size_t begin, std::size_t end) {
    if (end - begin > 1 && !multibyte_) {
      ends_ = begins_;
      multibyte_ = true;
    }
    begins_[begin / 64] |= std::uint64_t{1} << begin % 64;
    if (multibyte_) ends_[(end - 1) / 64] |= std::uint64_t{1} << (end - 1) % 64;
  }

  std::size_t size() const { return is_wide_ ? wide_.size() : narrow_.size(); }

  void push(char32_t c, bool is_first) {
    if (!is_first && firsts_.size() == 0) firsts_.add_ones(size());
    if (firsts_.size() > 0) firsts_.add(is_first);
    if (c > 0x7F && !is_wide_) {
      wide_.reserve(narrow_.size() + bytes_ / 2);
      wide_.assign(narrow_.begin(), narrow_.end());
      base::release(narrow_);
      is_wide_ = true;
    }
    if (is_wide_) {
      wide_.push_back(c);
    } else {
      narrow_.push_back(static_cast<std::uint8_t>(c));
    }
  }

  void append(const std::uint8_t* symbols, std::size_t count) {
    if (firsts_.size() > 0) firsts_.add_ones(count);
    if (is_wide_) {
      wide_.insert(wide_.end(), symbols, symbols + count);
    } else {
      narrow_.insert(narrow_.end(), symbols, symbols + count);
    }
  }

  template <class Vector>
  static Vector trimmed(Vector symbols) {
    if (symbols.capacity() - symbols.size() > symbols.size() / 8) symbols.shrink_to_fit();
    return symbols;
  }

  std::size_t bytes_;
  kernels::AsciiKernel* kernel_;
  Bytes narrow_;  // the symbols while all are ASCII; then empty
  CodePoints wide_;
  bool is_wide_ = false;
  std::vector<std::uint64_t> begins_;
  std::vector<std::uint64_t> ends_;  // equal to begins_, and not kept, until multibyte_ is set
  bool multibyte_ = false;
  BitList firsts_;  // empty until a source has a second symbol
  std::size_t last_begin_ = SIZE_MAX;
};

}  // namespace whorl::internal::tokens
