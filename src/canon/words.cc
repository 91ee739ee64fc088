#include "canon/words.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>

#include "base/utf8.h"
#include "canon/fold.h"
#include "canon/symbol.h"
#include "kernels/ascii.h"

namespace whorl::internal::canon {
namespace {

using kernels::kAsciiBlock;

// Where words stand.
struct Places {
  Spans spans;

  void add(std::size_t begin, std::size_t end) {
    spans.begin.push_back(static_cast<std::uint32_t>(begin));
    spans.length.push_back(static_cast<std::uint32_t>(end - begin));
  }
};

// Where nobody asks for it.
struct NoPlaces {
  void add(std::size_t, std::size_t) {}
};

// Gathers folded characters into words.
template <class Where>
class WordSink {
 public:
  WordSink(WordRule rule, Tokens& words, Where& where)
      : rule_(rule), words_(words), where_(where) {}

  // Takes the blocks of ASCII that `text` has from `at` on, by the rule `letters`. Returns
  // where folding is to go on, or the end.
  std::size_t take_ascii(std::string_view text, std::size_t at) {
    std::array<std::uint8_t, kChunk + kernels::kAsciiBlock> symbols;
    std::array<std::uint64_t, kChunk / kernels::kAsciiBlock> keep;
    while (at < text.size()) {
      const std::string_view chunk = text.substr(at, kChunk);
      std::size_t read = kernels::canonicalize_ascii(chunk, symbols.data(), keep.data()).read;
      if (read == 0) break;
      if (joins_at(text, at + read)) {  // the last byte belongs to a longer piece
        --read;
        keep[read / kernels::kAsciiBlock] &= (std::uint64_t{1} << read % kernels::kAsciiBlock) - 1;
      }
      take_runs(symbols.data(), keep.data(), at, read);
      at += read;
      if (read < chunk.size()) break;
    }
    return at;
  }

  void operator()(char32_t c, CharClass char_class, std::size_t begin, std::size_t end) {
    switch (char_class) {
      case CharClass::letter:
        extend(c, begin, end);
        break;
      case CharClass::unspaced:
        finish();
        extend(c, begin, end);
        finish();
        break;
      case CharClass::space:
        finish();
        break;
      case CharClass::other:
        if (rule_ == WordRule::letters) finish();
        break;
    }
  }

  void finish() {
    if (spelling_.empty()) return;
    push(spelling_, begin_, end_);
    spelling_.clear();
  }

 private:
  static constexpr std::size_t kChunk = 8192;

  // Words are the runs of kept bytes: each change in the bitmap begins or ends one.
  void take_runs(const std::uint8_t* symbols, const std::uint64_t* keep, std::size_t at,
                 std::size_t size) {
    if (size > 0 && (keep[0] & 1) == 0) finish();
    const std::size_t end = at + size;
    std::size_t begin = end;  // of the run we are in; `end` outside of runs
    std::uint64_t previous = 0;
    for (std::size_t block = at; block < end; block += kernels::kAsciiBlock, ++keep) {
      std::uint64_t changes = *keep ^ (*keep << 1 | previous);
      previous = *keep >> 63;
      for (; changes != 0; changes &= changes - 1) {
        const std::size_t place = block + static_cast<std::size_t>(std::countr_zero(changes));
        if (place == end) break;
        if (begin == end) {
          begin = place;
        } else {
          take_word(symbols, begin, place);
          symbols += place - begin;
          begin = end;
        }
      }
    }
    if (begin < end) extend(symbols, begin, end);
  }

  void take_word(const std::uint8_t* symbols, std::size_t begin, std::size_t end) {
    if (spelling_.empty()) {
      push(std::string_view(reinterpret_cast<const char*>(symbols), end - begin), begin, end);
    } else {
      extend(symbols, begin, end);
      finish();
    }
  }

  void extend(const std::uint8_t* symbols, std::size_t begin, std::size_t end) {
    if (spelling_.empty()) begin_ = begin;
    spelling_.append(reinterpret_cast<const char*>(symbols), end - begin);
    end_ = end;
  }

  void extend(char32_t c, std::size_t begin, std::size_t end) {
    if (spelling_.empty()) begin_ = begin;
    base::append_utf8(c, spelling_);
    end_ = end;
  }

  void push(std::string_view word, std::size_t begin, std::size_t end) {
    words_.push_back(symbol_of(word));
    where_.add(begin, end);
  }

  WordRule rule_;
  std::string spelling_;  // of the word begun; empty between words
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  Tokens& words_;
  Where& where_;
};

template <class Where>
void take_words(std::string_view text, WordRule rule, Tokens& words, Where& where) {
  WordSink<Where> sink(rule, words, where);
  const bool letters = rule == WordRule::letters;
  const FoldTable& table = letters ? FoldTable::instance() : FoldTable::keeping_case();
  for (std::size_t at = 0; at < text.size();) {
    if (letters) at = sink.take_ascii(text, at);
    at = fold_pieces(text, at, std::min(at + kernels::kAsciiBlock, text.size()), sink, table);
  }
  sink.finish();
}

}  // namespace

Canon words_canon(std::string_view text, WordRule rule) {
  Tokens words;
  Places places;
  take_words(text, rule, words, places);
  words.shrink_to_fit();
  places.spans.begin.shrink_to_fit();
  places.spans.length.shrink_to_fit();
  return {std::move(words), Origin(std::move(places.spans))};
}

void words_symbols(std::string_view text, WordRule rule, Tokens& words) {
  words.clear();
  NoPlaces nowhere;
  take_words(text, rule, words, nowhere);
}

}  // namespace whorl::internal::canon
