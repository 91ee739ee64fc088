// Canon: a document's normalized text, as symbols with the mapping to the document.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "tokens/origin.h"

namespace whorl::internal::tokens {

// The type says what a symbol is, and so how a k-gram is hashed for its fingerprint:
//
//   Bytes       ASCII text, or the tokenizer `bytes`
//   CodePoints  text with letters beyond ASCII; hashes like Bytes if the text is the same
//   Tokens      words and source-code tokens; each is symbol_of() its spelling
using Bytes = std::vector<std::uint8_t>;
using CodePoints = std::vector<char32_t>;
using Tokens = std::vector<std::uint32_t>;
using Symbols = std::variant<Bytes, CodePoints, Tokens>;

// Symbols in memory of another owner.
using SymbolSpan = std::variant<std::span<const std::uint8_t>, std::span<const char32_t>,
                                std::span<const std::uint32_t>>;

inline SymbolSpan span_of(const Symbols& symbols) {
  return std::visit([](const auto& list) -> SymbolSpan { return std::span(list); }, symbols);
}

struct Canon {
  Symbols symbols;
  Origin origin;
  std::vector<std::string> notices = {};  // messages for the report about how the text was read
  std::size_t size() const {
    return std::visit([](const auto& s) { return s.size(); }, symbols);
  }
};

}  // namespace whorl::internal::tokens
