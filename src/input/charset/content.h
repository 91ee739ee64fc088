// The type of a document, by its first bytes and its name.
#pragma once

#include <cstdint>
#include <string_view>

#include "fingerprints/kernels/controls.h"

namespace whorl::internal::input {

enum class Content {
  text,      // all others
  binary,    // no text in any charset
  archive,   // is unpacked
  notebook,  // Jupyter
  pdf,
  postscript,  // recognized only with its file name
  docx,
  odt,
  rtf,
  unsupported,  // recognized, but not read; unsupported_reason() describes it
};

// `bytes` may be the first kSniffBytes of a longer document.
inline constexpr std::size_t kSniffBytes = 1 << 16;
Content sniff(std::string_view name, std::string_view bytes);

// The same without examining all bytes: a binary document may be reported as text.
Content sniff_form(std::string_view name, std::string_view bytes);

// A sentence for Skipped::reason: what the document is and what to do.
std::string_view unsupported_reason(std::string_view name, std::string_view bytes);

// True if the bytes are no text: more than 2 % of them are control characters that no text has.
// NULs alone may be a fifth (lines padded by old systems). UTF-16 and UTF-32 are text if they have
// a BOM or look like it.
bool is_binary(std::string_view bytes);

// The test for 2 %, for callers that count in parts.
bool too_many_controls(const kernels::ControlCount& count, std::uint64_t bytes);

inline constexpr std::string_view kBinaryReason = "is a binary file, not text";

}  // namespace whorl::internal::input
