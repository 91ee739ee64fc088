// Which front end reads a document: by the user's word, its name, its first line, its text.
#pragma once

#include <optional>
#include <string_view>

namespace whorl::internal::tokens {

// All views are of static storage.
struct Detected {
  std::string_view front_end;  // a row of the table of front ends
  std::string_view argument;   // language of `code`; else empty
  // What decided: "option", "file name", "extension", "interpreter", "content", or "default"
  // where nothing is known and the document is read as text.
  std::string_view how;
  friend bool operator==(const Detected&, const Detected&) = default;
};

// Bytes of a document's begin that detect() looks at, at most.
inline constexpr std::size_t kDetectionHead = 16 * 1024;

// `name` may have folders before it; `text_head` is the begin of the document's text; `hint`
// is what --language says, or empty. In this order: a hint that names a language; a whole file
// name (Makefile); an extension of one language; the interpreter of a #! line; for an extension
// that several languages share, the one most of whose clues occur in the text.
Detected detect(std::string_view name, std::string_view text_head, std::string_view hint);

// What --language takes: names and aliases in any case, MOSS's among them. No value: unknown.
std::optional<Detected> language_named(std::string_view name);

}  // namespace whorl::internal::tokens
