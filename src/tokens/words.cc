#include "tokens/words.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>

#include "base/utf8.h"
#include "fingerprints/kernels/ascii.h"
#include "fingerprints/kernels/word_names.h"
#include "tokens/fold.h"
#include "tokens/symbol.h"
#include "tokens/weight.h"

namespace whorl::internal::tokens {
namespace {

using kernels::kAsciiBlock;

constexpr std::size_t kChunk = 8192;  // bytes of ASCII that are processed at a time

// Records the positions of words.
struct Places {
  Spans spans;

  void add(std::size_t begin, std::size_t end, std::string_view) {
    spans.begin.push_back(static_cast<std::uint32_t>(begin));
    spans.length.push_back(static_cast<std::uint32_t>(end - begin));
  }
};

// For callers that need only the symbols.
struct SymbolsAlone {
  void add(std::size_t, std::size_t, std::string_view) {}
};

// Records the hashes of their spellings.
struct Spellings {
  WordHashes& hashes;

  void add(std::size_t, std::size_t, std::string_view word) {
    hashes.list.push_back(hash_of(word));
  }

 private:
  static constexpr std::size_t kSpelled = 7;  // bytes
  static constexpr std::uint64_t kHashed = std::uint64_t{1} << 63;

  std::uint64_t hash_of(std::string_view word) const {
    if (word.size() <= kSpelled) return bytes_of(word);
    return XXH3_64bits_withSeed(word.data(), word.size(), hashes.seed) | kHashed;
  }

  // The bytes of the word as one number; two reads may overlap, so some bytes may occur twice.
  static std::uint64_t bytes_of(std::string_view word) {
    const std::size_t size = word.size();
    if (size < sizeof(std::uint32_t)) {
      const auto byte = [&](std::size_t i) {
        return std::uint64_t{static_cast<unsigned char>(word[i])} << 8 * i;
      };
      return byte(0) | byte(size / 2) | byte(size - 1);
    }
    std::uint32_t begin, end;
    std::memcpy(&begin, word.data(), sizeof(begin));
    std::memcpy(&end, word.data() + size - sizeof(end), sizeof(end));
    return begin | std::uint64_t{end} << 8 * (size - sizeof(end));
  }
};

// Whole words of a chunk of text; the symbols of short ones are computed together.
class WordsAhead {
 public:
  explicit WordsAhead(Tokens& words) : words_(words) {}

  // kShortWord bytes must be readable from the word on, and it must not move until name(). No
  // branch depends on its length, because such branches are mispredicted.
  void push(std::string_view word) {
    std::memcpy(&bytes_[count_], word.data(), sizeof(bytes_[0]));
    sizes_[count_] = word.size();
    long_[longs_] = {count_, word.data()};
    longs_ += word.size() > kernels::kShortWord;
    ++count_;
  }

  void name() {
    kernels::name_words({bytes_.data(), sizes_.data(), count_}, names_.data());
    for (const LongWord& word : std::span(long_).first(longs_)) {
      names_[word.place] = symbol_of({word.begin, sizes_[word.place]});
    }
    words_.insert(words_.end(), names_.data(), names_.data() + count_);
    count_ = longs_ = 0;
  }

 private:
  static constexpr std::size_t kMost = kChunk / 2 + 1;
  struct LongWord {
    std::size_t place;
    const char* begin;
  };

  Tokens& words_;
  std::array<std::uint64_t, kMost> bytes_;
  std::array<std::uint64_t, kMost> sizes_;
  std::array<std::uint32_t, kMost> names_;
  // The last entry is for the word that was tried last.
  std::array<LongWord, kChunk / kernels::kShortWord + 1> long_;
  std::size_t count_ = 0;
  std::size_t longs_ = 0;
};

// Joins folded characters into words, and reports the position and spelling of each to `found`.
template <class Found>
class WordSink {
 public:
  // `watch` may be null.
  WordSink(WordRule rule, Tokens& words, Found& found, const base::Cancellation* watch)
      : rule_(rule), words_(words), found_(found), watch_(watch), ahead_(words) {}

  // False if `watch` does not go on. Asks once in a megabyte.
  bool goes_on(std::size_t at) {
    if (at < ask_at_) return true;
    ask_at_ = at + kUnasked;
    return watch_ == nullptr || watch_->goes_on();
  }

  // Takes the blocks of ASCII of `text` from `at` on, by the rule `letters`. Returns where folding
  // must continue, or the end.
  std::size_t take_ascii(std::string_view text, std::size_t at) {
    std::array<std::uint8_t, kChunk + kernels::kAsciiBlock> symbols;
    std::array<std::uint64_t, kChunk / kernels::kAsciiBlock> keep;
    while (at < text.size() && goes_on(at)) {
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
        weights_ = std::max(weights_,
                            weight_of(c) < kWordWeight ? WordWeights::mixed : WordWeights::equal);
        break;
      case CharClass::space:
        finish();
        break;
      case CharClass::other:
        if (rule_ == WordRule::letters) finish();
        break;
    }
  }

  WordWeights weights() const { return weights_; }

  void finish() {
    if (spelling_.empty()) return;
    push(spelling_, begin_, end_);
    spelling_.clear();
  }

 private:
  // Words are the runs of kept bytes: each change in the bitmap begins or ends one.
  void take_runs(const std::uint8_t* symbols, const std::uint64_t* keep, std::size_t at,
                 std::size_t size) {
    if (size > 0 && (keep[0] & 1) == 0) finish();
    const std::size_t end = at + size;
    std::size_t begin = end;  // of the current run; `end` outside of runs
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
    ahead_.name();
    if (begin < end) extend(symbols, begin, end);
  }

  // A word that began before the chunk must be finished first.
  void take_word(const std::uint8_t* symbols, std::size_t begin, std::size_t end) {
    if (spelling_.empty()) {
      const std::string_view word(reinterpret_cast<const char*>(symbols), end - begin);
      ahead_.push(word);
      found_.add(begin, end, word);
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
    found_.add(begin, end, word);
  }

  static constexpr std::size_t kUnasked = 1 << 20;  // bytes

  WordRule rule_;
  std::string spelling_;  // of the unfinished word; empty between words
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  WordWeights weights_ = WordWeights::spaced;
  Tokens& words_;
  Found& found_;
  const base::Cancellation* const watch_;
  std::size_t ask_at_ = kUnasked;
  WordsAhead ahead_;
};

template <class Found>
WordWeights take_words(std::string_view text, WordRule rule, Tokens& words, Found& found,
                       const base::Cancellation* watch = nullptr) {
  WordSink<Found> sink(rule, words, found, watch);
  const bool letters = rule == WordRule::letters;
  const FoldTable& table = letters ? FoldTable::instance() : FoldTable::keeping_case();
  for (std::size_t at = 0; at < text.size() && sink.goes_on(at);) {
    if (letters) at = sink.take_ascii(text, at);
    at = fold_pieces(text, at, std::min(at + kernels::kAsciiBlock, text.size()), sink, table);
  }
  sink.finish();
  return sink.weights();
}

}  // namespace

WordRule word_rule(std::string_view argument) {
  return argument.ends_with("se") ? WordRule::spaces : WordRule::letters;
}

Canon words_canon(std::string_view text, WordRule rule) {
  Tokens words;
  Places places;
  take_words(text, rule, words, places);
  words.shrink_to_fit();
  places.spans.begin.shrink_to_fit();
  places.spans.length.shrink_to_fit();
  return {std::move(words), Origin(std::move(places.spans))};
}

WordWeights words_symbols(std::string_view text, WordRule rule, Tokens& words,
                          const base::Cancellation* watch) {
  words.clear();
  SymbolsAlone alone;
  return take_words(text, rule, words, alone, watch);
}

void words_symbols(std::string_view text, WordRule rule, Tokens& words, WordHashes& hashes) {
  words.clear();
  hashes.list.clear();
  Spellings spellings{hashes};
  take_words(text, rule, words, spellings);
}

}  // namespace whorl::internal::tokens
