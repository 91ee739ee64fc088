// CompiledLanguage: a Language prepared for lexing; built once, then only read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "tokens/byte_word.h"
#include "tokens/code/language_table.h"

namespace whorl::internal::tokens::code {

// FirstBytes: quickly tests if a word of a list may begin with two given bytes, before a search. It
// may answer "yes" although no word does.
class FirstBytes {
 public:
  void add(char first, char second) {
    firsts_[index(first)] = bit(first);
    seconds_[index(second)] |= bit(first);
  }
  void add_all(char first) {
    firsts_[index(first)] = bit(first);
    for (std::uint32_t& bits : seconds_) bits |= bit(first);
  }

  bool may_begin(char first, char second) const {
    return (firsts_[index(first)] & seconds_[index(second)]) != 0;
  }

 private:
  static std::size_t index(char c) { return static_cast<std::uint8_t>(c); }
  static std::uint32_t bit(char first) { return std::uint32_t{1} << (first & 31); }

  std::array<std::uint32_t, 256> firsts_{};   // its bit for each first byte
  std::array<std::uint32_t, 256> seconds_{};  // bits of the first bytes before each second one
};

// DialectMarks: finds which of two dialects of a language a text uses, by marks in the language's
// table.
class DialectMarks {
 public:
  explicit DialectMarks(const Language& language);

  // True if rows with Delimited::dialect apply to the text. Linear.
  bool are_in(std::string_view text) const;

 private:
  enum class Kind : unsigned { strong = 1, weak = 2, other = 4 };
  struct Mark {
    std::string_view spelling;
    Kind kind = Kind::strong;
    bool first_on_line = false;
    bool before_letter = false;
    std::ptrdiff_t pair = 0;  // position of its two bytes of pairs_; -1 for the line end before it
  };

  void add(std::string_view marks, Kind kind);
  void add_pair(Mark& mark);
  std::size_t next_pair(std::string_view text, std::size_t p) const;
  unsigned kinds_at(std::string_view text, std::ptrdiff_t pair) const;

  std::vector<Mark> marks_;
  FirstBytes pairs_;  // two bytes of each mark that are rare in texts
};

// What a byte can do at the beginning of a token.
enum ByteClass : std::uint8_t {
  kBlank = 1,
  kIdentifierStart = 2,
  kIdentifierPart = 4,
  kDigit = 8,
  kOpens = 16,  // a row of Language::delimited may begin
  kSigil = 32,
  kPrefix = 64,  // a row of Language::number_prefixes may begin
  kWide = 128,   // a blank of several bytes, or else a letter, may begin
};

enum WordFlag : std::uint16_t {
  kDropped = 1,
  kSkips = 2,  // begins a statement that is left out
  // The properties of a word in StatementWords.
  kHead = 4,
  kCounts = 8,
  kLoops = 16,
  kType = 32,
  kNegates = 64,
  kCompares = 128,
  kConstant = 256,
  // Further properties of a word in the tables, by the names of their fields.
  kNameSign = 512,
  kOperand = 1024,
  kGuards = 2048,
  kUnpaired = 4096,  // the first of the two words
  kPaired = 8192,    // the second
  kCommandNext = 16384,
  kArithmetic = 32768,
};

// A keyword or an operator.
struct Word {
  std::string spelling;  // folded when the language folds
  std::uint32_t symbol = 0;
  std::uint16_t flags = 0;
};

// Keywords by their first eight bytes and their length: open addressing.
class WordMap {
 public:
  WordMap() : WordMap({}, false) {}
  WordMap(std::vector<Word> words, bool fold);

  // nullptr if bytes `begin` to `end` of `text` are no keyword. O(length of the keyword).
  [[gnu::always_inline]] const Word* find(std::string_view text, std::size_t begin,
                                          std::size_t end) const {
    const std::size_t size = end - begin;
    const std::uint64_t head = head_of(text, begin, size);
    for (std::size_t at = slot(head, size);; at = (at + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[at];
      if (slot.size == 0) return nullptr;
      if (slot.head != head || slot.size != size) continue;
      const Word& word = words_[slot.word];
      if (size <= kWordBytes || equal(word.spelling, {text.data() + begin, size})) return &word;
    }
  }
  const Word* find(std::string_view word) const { return find(word, 0, word.size()); }

  // True if `text` folds to `folded`.
  bool equal(std::string_view folded, std::string_view text) const;

 private:
  struct Slot {
    std::uint64_t head = 0;
    std::uint32_t size = 0;  // of the word; 0: free
    std::uint32_t word = 0;
  };

  // The first bytes of a word, folded, and 0 after a shorter one.
  [[gnu::always_inline]] std::uint64_t head_of(std::string_view text, std::size_t begin,
                                               std::size_t size) const {
    std::uint64_t head = 0;
    if (begin + kWordBytes <= text.size()) {
      head = load_word(text.data() + begin);
      if (size < kWordBytes) head &= (std::uint64_t{1} << 8 * size) - 1;
    } else {
      std::memcpy(&head, text.data() + begin, size);
    }
    return fold_ ? lower_letters(head) : head;
  }
  std::size_t slot(std::uint64_t head, std::size_t size) const {
    return ((head + size) * 0x9e3779b97f4a7c15u) >> shift_;
  }

  bool fold_;
  int shift_;
  std::vector<Word> words_;
  std::vector<Slot> slots_;
};

// A row of Language::delimited.
struct Row {
  const Delimited* delimited = nullptr;
  std::uint8_t number = 0;                   // its position in CompiledLanguage::rows
  std::array<bool, 256> stops{};             // bytes that may have a meaning inside
  std::vector<std::string_view> holes = {};  // in the table's order
};

struct CompiledLanguage {
  explicit CompiledLanguage(const Language& language);
  bool spells(const Word& word, std::string_view text) const {
    return keywords.equal(word.spelling, text);
  }

  const Language* table;
  std::array<std::uint8_t, 256> bytes{};  // ByteClass bits
  WordMap keywords;
  FirstBytes operator_starts;                       // of `operators`
  FirstBytes row_starts;                            // of the openers of `rows`
  std::vector<Word> operators;                      // by first byte, the longest first
  std::array<std::uint16_t, 257> operator_begin{};  // of each first byte
  std::array<Word, 128> single{};                   // operators of one byte
  std::vector<Row> rows;                            // by first byte, the longest open first
  std::array<std::uint16_t, 257> row_begin{};
  bool follows_parentheses = false;  // the table has guards
  DialectMarks dialect_marks;
};

// The compiled form of a row of languages(); made at the first call, thread-safe.
const CompiledLanguage& compiled(const Language& language);

}  // namespace whorl::internal::tokens::code
