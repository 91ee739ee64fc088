// CompiledLanguage: a Language made ready for lexing; built once, then only read.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "canon/code/language_table.h"

namespace whorl::internal::canon::code {

// What a byte can do at the place where a token may begin.
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
  // What StatementWords says of a word.
  kHead = 4,
  kCounts = 8,
  kLoops = 16,
  kType = 32,
  kNegates = 64,
  kCompares = 128,
  kConstant = 256,
  // What else the tables say of a word, by the names of their fields.
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

// Keywords by spelling: open addressing, with a look at first byte and length before any hash.
class WordMap {
 public:
  WordMap() : fold_(identity()) {}
  WordMap(std::vector<Word> words, bool fold);
  // nullptr when `text` is no keyword. O(length of text), at most 64 bytes of it.
  const Word* find(std::string_view text) const;
  // Whether `text` folds to `folded`.
  bool equal(std::string_view folded, std::string_view text) const;

 private:
  static constexpr std::size_t kLongest = 63;
  static std::array<std::uint8_t, 256> identity();
  std::size_t slot(std::string_view text) const;

  std::array<std::uint8_t, 256> fold_;
  std::array<std::uint64_t, 256> lengths_{};  // bit n: a word of n bytes begins with this one
  std::vector<Word> words_;
  std::vector<std::uint16_t> slots_;  // 0: free; else index into words_ plus one
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
  std::vector<Word> operators;                      // by first byte, the longest first
  std::array<std::uint16_t, 257> operator_begin{};  // of each first byte
  std::array<Word, 128> single{};                   // operators of one byte
  std::vector<Row> rows;                            // by first byte, the longest open first
  std::array<std::uint16_t, 257> row_begin{};
  bool follows_parentheses = false;  // the table has guards
  bool has_dialect = false;
};

// The compiled form of a row of languages(); made at the first call, thread-safe.
const CompiledLanguage& compiled(const Language& language);

}  // namespace whorl::internal::canon::code
