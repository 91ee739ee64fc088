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
  std::vector<const Delimited*> delimited;          // by first byte, the longest open first
  std::array<std::uint16_t, 257> delimited_begin{};
};

// The compiled form of a row of languages(); made at the first call, thread-safe.
const CompiledLanguage& compiled(const Language& language);

}  // namespace whorl::internal::canon::code
