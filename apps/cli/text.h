// Small services on text for a terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace whorl::cli {

std::vector<std::string_view> split(std::string_view text, char separator);
std::string join(const std::vector<std::string_view>& words, std::string_view separator);

// `text` such that it cannot steer the terminal nor break a line: control characters are
// written \n, \t or \x1b, and so are bytes that are no UTF-8 and characters that turn the
// direction of writing.
std::string printable(std::string_view text);

// Code points; near enough to columns for names and help.
std::size_t display_width(std::string_view text);

// `text`, or its two ends around an ellipsis, in at most `width` ≥ 5 code points.
std::string shortened(std::string_view text, std::size_t width);

// Paragraphs (separated by empty lines) in lines of at most `width`, each after `indent`
// blanks. Ends with a line end.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width);

// The word of `words` that takes fewest changes from `text`; empty when none is near.
std::string_view nearest(std::string_view text, const std::vector<std::string_view>& words);

// "1 file", "2 files".
std::string counted(std::uint64_t count, std::string_view one, std::string_view many);

}  // namespace whorl::cli
