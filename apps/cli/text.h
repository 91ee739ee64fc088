// Helpers for text that is shown on a terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace whorl::cli {

std::vector<std::string_view> split(std::string_view text, char separator);
std::string join(const std::vector<std::string_view>& words, std::string_view separator);

// Makes `text` safe to print: it can neither control the terminal nor break a line. Control
// characters, bytes that are not UTF-8 and characters that change the direction of writing are
// written as \n, \t or \x1b.
std::string printable(std::string_view text);

// The number of code points, which is close enough to columns for names and help.
std::size_t display_width(std::string_view text);

// `text`, or its two ends around an ellipsis, in at most `width` code points (5 or more).
std::string shortened(std::string_view text, std::size_t width);

// Wraps paragraphs, which empty lines separate, into lines of at most `width`, each indented by
// `indent` blanks. Ends with a line end.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width);

// The word of `words` that is the fewest changes away from `text`; empty if none is close.
std::string_view nearest(std::string_view text, const std::vector<std::string_view>& words);

// "1 file", "2 files".
std::string counted(std::uint64_t count, std::string_view one, std::string_view many);

}  // namespace whorl::cli
