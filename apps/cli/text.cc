#include "cli/text.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "base/utf8.h"

namespace whorl::cli {
namespace {

// The length of the UTF-8 sequence that `text` begins with; 0 if it begins with none.
std::size_t sequence_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = lead < 0x80   ? 1
                             : lead < 0xC2 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  if (length == 0 || length > text.size()) return 0;
  return std::all_of(text.begin() + 1, text.begin() + length, internal::base::is_utf8_continuation)
             ? length
             : 0;
}

// C1 controls, U+200E/F, U+2028 to U+202E and U+2066 to U+2069.
bool steers_terminal(std::string_view sequence) {
  if (sequence.size() == 2) {
    return sequence[0] == '\xC2' && static_cast<unsigned char>(sequence[1]) < 0xA0;
  }
  if (sequence.size() != 3 || sequence[0] != '\xE2') return false;
  const auto second = static_cast<unsigned char>(sequence[1]);
  const auto third = static_cast<unsigned char>(sequence[2]);
  if (second == 0x80) return third == 0x8E || third == 0x8F || (third >= 0xA8 && third <= 0xAE);
  return second == 0x81 && third >= 0xA6 && third <= 0xA9;
}

void append_escaped(std::string_view bytes, std::string& out) {
  for (const char c : bytes) {
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
}

std::string wrap_paragraph(std::string_view paragraph, std::size_t indent, std::size_t width) {
  std::string out;
  std::size_t column = 0;
  for (const std::string_view word : split(paragraph, ' ')) {
    if (word.empty()) continue;
    const std::size_t length = display_width(word);
    if (column > 0 && indent + column + 1 + length > width) {
      out += '\n';
      column = 0;
    }
    if (column == 0) {
      out.append(indent, ' ');
    } else {
      out += ' ';
      ++column;
    }
    out += word;
    column += length;
  }
  return out + '\n';
}

// Counts insertions, deletions, substitutions and swaps of neighbours.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      next[j] = std::min({row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] != b[j - 1])});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) next[j] = std::min(next[j], before[j - 2] + 1);
    }
    before.swap(row);
    row.swap(next);
  }
  return row[b.size()];
}

}  // namespace

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string join(const std::vector<std::string_view>& words, std::string_view separator) {
  std::string out;
  for (const std::string_view word : words) {
    if (!out.empty()) out += separator;
    out += word;
  }
  return out;
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const std::string_view piece = text.substr(0, length == 0 ? 1 : length);
    const auto first = static_cast<unsigned char>(piece[0]);
    if (length == 0 || first < 0x20 || first == 0x7F || steers_terminal(piece)) {
      append_escaped(piece, out);
    } else {
      out += piece;
    }
    text.remove_prefix(piece.size());
  }
  return out;
}

std::size_t display_width(std::string_view text) {
  return text.size() -
         std::count_if(text.begin(), text.end(), internal::base::is_utf8_continuation);
}

std::string shortened(std::string_view text, std::size_t width) {
  const std::size_t length = display_width(text);
  if (length <= width) return std::string(text);
  const std::size_t head = (width - 1) / 3;
  const std::size_t tail = width - 1 - head;
  std::string out;
  std::size_t point = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!internal::base::is_utf8_continuation(text[i])) {
      if (point == head) out += "…";
      ++point;
    }
    if (point <= head || point > length - tail) out += text[i];
  }
  return out;
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string out;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find("\n\n", begin), text.size());
    if (!out.empty()) out += '\n';
    out += wrap_paragraph(text.substr(begin, end - begin), indent, width);
    begin = end + 2;
  }
  return out;
}

std::string_view nearest(std::string_view text, const std::vector<std::string_view>& words) {
  std::string_view best;
  std::size_t min_distance = std::max<std::size_t>(2, text.size() / 3) + 1;
  for (const std::string_view word : words) {
    const bool begins = text.size() >= 3 && word.starts_with(text);
    const std::size_t distance = begins ? 1 : edit_distance(text, word);
    if (distance < min_distance) {
      min_distance = distance;
      best = word;
    }
  }
  return best;
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace whorl::cli
