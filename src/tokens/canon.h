// Canon: a document's canonical text, as symbols, with the way back.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "tokens/origin.h"

namespace whorl::internal::tokens {

// The type says what a symbol is, and with it how a k-gram is spelled for its fingerprint:
//   Bytes       ASCII text, or the front end `bytes`
//   CodePoints  text with letters beyond ASCII; hashes as Bytes where the text is the same
//   Tokens      words and source-code tokens, named by symbol_of() their spelling
using Bytes = std::vector<std::uint8_t>;
using CodePoints = std::vector<char32_t>;
using Tokens = std::vector<std::uint32_t>;
using Symbols = std::variant<Bytes, CodePoints, Tokens>;

// Symbols that someone else keeps.
using SymbolSpan = std::variant<std::span<const std::uint8_t>, std::span<const char32_t>,
                                std::span<const std::uint32_t>>;

inline SymbolSpan span_of(const Symbols& symbols) {
  return std::visit([](const auto& list) -> SymbolSpan { return std::span(list); }, symbols);
}

struct Canon {
  Symbols symbols;
  Origin origin;
  std::vector<std::string> notices = {};  // what a report says of how the text was read
  std::size_t size() const {
    return std::visit([](const auto& s) { return s.size(); }, symbols);
  }
};

}  // namespace whorl::internal::tokens
