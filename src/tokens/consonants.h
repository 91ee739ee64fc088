// The tokenizer `consonants`: the part of a text that survives bad conversion (Heintze 1996).
#pragma once

#include <cstddef>
#include <string_view>

#include "tokens/canon.h"
#include "tokens/fold_table.h"

namespace whorl::internal::tokens {

// Symbols at the beginning of a text that do not count: title, authors, addresses, thanks.
inline constexpr std::size_t kPrologue = 1000;

// The Latin consonants of `text`, including y, in lower case, as Bytes. Folds by NFKC_Casefold
// first; a letter with marks counts as the letter. Drops everything else, and the first kPrologue
// symbols if at least as many remain. O(text); ASCII runs at the speed of its kernel.
Canon consonants_canon(std::string_view text);

// The same including the prologue.
Canon all_consonants(std::string_view text);

// Of `consonants` at the beginning of a text, how many do not count.
constexpr std::size_t prologue_of(std::size_t consonants) {
  return consonants < 2 * kPrologue ? 0 : kPrologue;
}

// The consonant a–z of a folded character, or 0 for none. O(1).
char32_t consonant_of(char32_t folded);

// Passes the consonants of what walk_text() gives to a sink of the same interface, which takes
// ASCII by kernels::consonants_of_ascii.
template <class Sink>
class ConsonantSink {
 public:
  explicit ConsonantSink(Sink& symbols) : symbols_(symbols) {}

  std::size_t take_ascii(std::string_view text, std::size_t at) {
    return symbols_.take_ascii(text, at);
  }
  void untake_ascii(std::size_t at) { symbols_.untake_ascii(at); }

  void operator()(char32_t c, CharClass, std::size_t begin, std::size_t end) {
    const char32_t consonant = consonant_of(c);
    if (consonant != 0) symbols_(consonant, CharClass::letter, begin, end);
  }

 private:
  Sink& symbols_;
};

}  // namespace whorl::internal::tokens
