#include "tokens/block_symbols.h"

#include <algorithm>
#include <array>

#include "tokens/consonants.h"
#include "tokens/text.h"
#include "tokens/text_walk.h"
#include "tokens/weight.h"

namespace whorl::internal::tokens {

using kernels::kAsciiBlock;

// Writes symbols directly into the block. `kernel` decides which ASCII characters count.
class BlockSink {
 public:
  BlockSink(std::string_view text, BlockSymbols& block, kernels::AsciiKernel* kernel)
      : text_(text), block_(block), kernel_(kernel) {}

  std::size_t take_ascii(std::string_view text, std::size_t at) {
    while (at < text.size()) {
      const std::string_view chunk = text.substr(at, kChunk);
      const kernels::AsciiRun run = take_chunk(chunk);
      at += run.read;
      if (run.read < chunk.size()) break;
    }
    return at;
  }

  void untake_ascii(std::size_t at) {
    block_.size_ -= kernel_(text_.substr(at, 1), wide_chunk_.data(), keep_.data()).kept;
  }

  void operator()(char32_t c, CharClass char_class, std::size_t, std::size_t) {
    if (char_class > CharClass::unspaced) return;
    if (c > 0x7F) block_.widen();
    const std::uint32_t weight = weight_of(c);
    block_.grow(weight);
    for (std::uint32_t part = 0; part < weight; ++part) push(part_of(c, part));
  }

 private:
  static constexpr std::size_t kChunk = 16384;

  void push(char32_t symbol) {
    const std::size_t at = block_.front_ + block_.size_++;
    if (block_.is_wide_) {
      block_.wide_[at] = symbol;
    } else {
      block_.narrow_[at] = static_cast<std::uint8_t>(symbol);
    }
  }

  kernels::AsciiRun take_chunk(std::string_view chunk) {
    block_.grow(chunk.size() + kernels::kAsciiBlock);
    const std::size_t at = block_.front_ + block_.size_;
    std::uint8_t* to = block_.is_wide_ ? wide_chunk_.data() : &block_.narrow_[at];
    const auto run = kernel_(chunk, to, keep_.data());
    if (block_.is_wide_) std::copy_n(to, run.kept, &block_.wide_[at]);
    block_.size_ += run.kept;
    return run;
  }

  std::string_view text_;
  BlockSymbols& block_;
  kernels::AsciiKernel* kernel_;
  std::array<std::uint64_t, kChunk / kernels::kAsciiBlock> keep_;
  std::array<std::uint8_t, kChunk + kernels::kAsciiBlock> wide_chunk_;
};

void BlockSymbols::clear() {
  before_ = size_ = 0;
  is_wide_ = false;
}

void BlockSymbols::grow(std::size_t count) {
  const std::size_t need = front_ + size_ + count;
  if (is_wide_) {
    if (wide_.size() < need) wide_.resize(2 * need);
  } else {
    if (narrow_.size() < need) narrow_.resize(2 * need);
  }
}

void BlockSymbols::widen() {
  if (is_wide_) return;
  is_wide_ = true;
  grow(0);
  const std::size_t begin = front_ - before_;
  std::copy_n(narrow_.begin() + static_cast<std::ptrdiff_t>(begin), before_ + size_,
              wide_.begin() + static_cast<std::ptrdiff_t>(begin));
}

void BlockSymbols::take_bytes(std::string_view bytes) {
  clear();
  grow(bytes.size());
  std::copy(bytes.begin(), bytes.end(), narrow_.begin() + static_cast<std::ptrdiff_t>(front_));
  size_ = bytes.size();
}

void BlockSymbols::take_text(std::string_view text) {
  clear();
  BlockSink sink(text, *this, kernels::canonicalize_ascii);
  walk_text(text, sink, fold_table(Variants::merged));
}

void BlockSymbols::take_consonants(std::string_view text) {
  clear();
  BlockSink all(text, *this, kernels::consonants_of_ascii);
  ConsonantSink sink(all);
  walk_text(text, sink);
}

void BlockSymbols::drop_first(std::size_t count) {
  const auto drop = [&](auto& symbols) {
    const auto begin = symbols.begin() + static_cast<std::ptrdiff_t>(front_);
    std::copy(begin + static_cast<std::ptrdiff_t>(count),
              begin + static_cast<std::ptrdiff_t>(size_), begin);
  };
  is_wide_ ? drop(wide_) : drop(narrow_);
  size_ -= count;
}

void BlockSymbols::put_before(const Symbols& symbols) {
  const auto* wide = std::get_if<CodePoints>(&symbols);
  const auto is_ascii = [](char32_t c) { return c < 0x80; };
  if (wide != nullptr && !std::all_of(wide->begin(), wide->end(), is_ascii)) widen();
  std::visit(
      [&](const auto& list) {
        before_ = std::min(list.size(), front_);
        grow(0);
        const auto from = list.end() - static_cast<std::ptrdiff_t>(before_);
        const auto to = static_cast<std::ptrdiff_t>(front_ - before_);
        if (is_wide_) {
          std::copy_n(from, before_, wide_.begin() + to);
        } else {
          std::copy_n(from, before_, narrow_.begin() + to);
        }
      },
      symbols);
}

Symbols BlockSymbols::last(std::size_t count) const {
  return with_span([&](auto span) -> Symbols {
    const auto end = span.last(std::min(count, span.size()));
    return std::vector<std::remove_const_t<typename decltype(end)::element_type>>(end.begin(),
                                                                                  end.end());
  });
}

}  // namespace whorl::internal::tokens
