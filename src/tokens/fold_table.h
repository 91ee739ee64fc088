// How Unicode text folds: NFKC_Casefold (UAX #31), and the class of each folded character.
//
// A text folds piece by piece. A piece begins at each character that cannot combine with the one
// before it. So most pieces are one character, and the table contains their result. ICU folds the
// others (a letter with combining marks, Hangul jamo, a ligature).
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace whorl::internal::tokens {

// The version of Unicode used for folding, such as "15.0".
std::string unicode_version();

enum class CharClass : std::uint8_t {
  letter,    // letter, mark or digit (Unicode L*, M*, N*)
  unspaced,  // the same, in a script that is written without spaces between words
  space,     // white space
  other,     // punctuation, symbols, controls and all others
};

// The folded form of a character that is a complete piece.
struct Fold {
  enum class Kind : std::uint8_t { one, none, several };
  char32_t code_point = 0;  // Kind::one only
  CharClass char_class = CharClass::other;
  Kind kind = Kind::none;
  bool joins = false;  // may combine with the character before it
};

// Thread-safe; entries are computed on first use, a page of 256 characters at a time.
class FoldTable {
 public:
  static const FoldTable& instance();
  // The same, and traditional Han characters become the simplified ones (ICU's Hant-Hans).
  static const FoldTable& merging_variants();
  // The same without case folding: NFKC without invisible characters.
  static const FoldTable& keeping_case();

  FoldTable(const FoldTable&) = delete;
  FoldTable& operator=(const FoldTable&) = delete;
  ~FoldTable();

  const Fold& operator[](char32_t c) const {
    const Page* page = pages_[c >> 8].load(std::memory_order_acquire);
    return (page != nullptr ? *page : fill(c >> 8))[c & 0xFF];
  }

  // Folds a piece of several characters, or one that folds to several; overwrites `folded`.
  void fold_piece(std::u32string_view piece, std::u32string& folded) const;

  // Replaces a folded character in a piece of several: itself, or its simplified form.
  char32_t merged(char32_t folded) const {
    if (rule_ != Rule::variants || folded < kFirstHan) return folded;
    const Fold& fold = (*this)[folded];
    return fold.kind == Fold::Kind::one ? fold.code_point : folded;
  }

  // The class of a character, without folding it.
  static CharClass class_of(char32_t folded);

 private:
  using Page = std::array<Fold, 256>;
  enum class Rule : std::uint8_t { case_alone, variants, no_case };
  static constexpr char32_t kFirstHan = 0x2E80;

  explicit FoldTable(Rule rule) : rule_(rule) {}
  bool keeps_case() const { return rule_ == Rule::no_case; }
  Fold fold_of(char32_t c) const;
  const Page& fill(std::size_t page) const;
  const Rule rule_;
  mutable std::array<std::atomic<const Page*>, 0x1100> pages_{};
};

}  // namespace whorl::internal::tokens
