// What bytes are: by their first bytes, helped by the name.
#pragma once

#include <cstdint>
#include <string_view>

#include "fingerprints/kernels/controls.h"

namespace whorl::internal::input {

enum class Content {
  text,      // anything that is not one of the others
  binary,    // no text in any charset
  archive,   // to be unpacked
  notebook,  // Jupyter
  pdf,
  postscript,  // by its name, too
  docx,
  odt,
  rtf,
  unsupported,  // known, but not read; unsupported_reason() says what it is
};

// `bytes` may be the first kSniffBytes of a longer document.
inline constexpr std::size_t kSniffBytes = 1 << 16;
Content sniff(std::string_view name, std::string_view bytes);

// The same without the look at all bytes: what is binary may be called text.
Content sniff_form(std::string_view name, std::string_view bytes);

// A sentence for Skipped::reason: what the document is and what to do.
std::string_view unsupported_reason(std::string_view name, std::string_view bytes);

// Whether the bytes are no text: more than 2 % of them are control characters that no text has.
// NULs alone may be a fifth (lines padded by old systems). UTF-16 and UTF-32 are text by their BOM
// or by looking like it.
bool is_binary(std::string_view bytes);

// What the 2 % are, for those who count in parts.
bool too_many_controls(const kernels::ControlCount& count, std::uint64_t bytes);

inline constexpr std::string_view kBinaryReason = "is a binary file, not text";

}  // namespace whorl::internal::input
