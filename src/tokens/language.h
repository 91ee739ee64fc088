// Chooses the tokenizer of a document by --language, its name, its first line or its text.
#pragma once

#include <optional>
#include <string_view>

namespace whorl::internal::tokens {

// All views have static storage.
struct Detected {
  std::string_view front_end;  // a row of the table of tokenizers
  std::string_view argument;   // language of `code`; else empty
  // What decided: "option", "file name", "extension", "interpreter", "content", or "default" if
  // nothing is known and the document is read as text.
  std::string_view how;
  friend bool operator==(const Detected&, const Detected&) = default;
};

// The most bytes at the beginning of a document that detect() examines.
inline constexpr std::size_t kDetectionHead = 16 * 1024;

// `name` may include folders; `text_head` is the beginning of the document's text; `hint` is the
// value of --language, or empty. Tries in this order: a hint that names a language; a complete file
// name (Makefile); an extension of one language; the interpreter of a #! line; for an extension
// that several languages share, the language with most clues in the text.
Detected detect(std::string_view name, std::string_view text_head, std::string_view hint);

// Values of --language: names and aliases in any case, including those of MOSS. No value if
// unknown.
std::optional<Detected> language_named(std::string_view name);

}  // namespace whorl::internal::tokens
