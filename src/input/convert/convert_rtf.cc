#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "input/charset/charset.h"
#include "input/convert/convert.h"

namespace whorl::internal::input {
namespace {

struct Symbol {
  std::string_view word;
  std::string_view text;
};
constexpr Symbol kSymbols[] = {
    {"par", "\n"},
    {"line", "\n"},
    {"sect", "\n"},
    {"page", "\n"},
    {"row", "\n"},
    {"tab", "\t"},
    {"cell", "\t"},
    {"emdash", "\u2014"},
    {"endash", "\u2013"},
    {"bullet", "\u2022"},
    {"lquote", "\u2018"},
    {"rquote", "\u2019"},
    {"ldblquote", "\u201C"},
    {"rdblquote", "\u201D"},
    {"~", "\u00A0"},
    {"_", "\u2011"},
    {"emspace", "\u2003"},
    {"enspace", "\u2002"},
    {"\n", "\n"},
    {"\r", "\n"},
    {"\\", "\\"},
    {"{", "{"},
    {"}", "}"},
};

// Groups whose text is not part of the document.
constexpr std::string_view kHidden[] = {
    "fonttbl", "colortbl",   "stylesheet", "info",    "pict",    "fldinst", "header",
    "headerl", "headerr",    "headerf",    "footer",  "footerl", "footerr", "footerf",
    "objdata", "nonshppict", "bkmkstart",  "bkmkend", "xe",      "tc",      "listtable",
};

struct CodePage {
  std::string_view word;
  const char* charset;
};
constexpr CodePage kCodePages[] = {{"mac", "macintosh"}, {"pc", "ibm-437"}, {"pca", "ibm-850"}};

template <std::size_t kSize>
bool contains(const std::string_view (&table)[kSize], std::string_view word) {
  return std::find(std::begin(table), std::end(table), word) != std::end(table);
}

// The state that a group inherits and restores when it ends.
struct Group {
  bool hidden = false;     // its text is not part of the document
  bool invisible = false;  // formatted as hidden text
  int fallback = 1;        // characters after a \u for readers that do not know it
};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::optional<int> hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

class RtfReader {
 public:
  explicit RtfReader(std::string_view rtf) : rtf_(rtf) {}

  std::string read() {
    while (at_ < rtf_.size() && !ended_) {
      const char c = rtf_[at_++];
      switch (c) {
        case '{':
          groups_.push_back(groups_.back());
          first_word_ = true;
          break;
        case '}':
          if (groups_.size() > 1) groups_.pop_back();
          // Text after the outermost group is not part of the document.
          ended_ = groups_.size() == 1;
          break;
        case '\\':
          control();
          break;
        case '\n':
        case '\r':
        case '\0':
          break;
        default:
          put_byte(c);
      }
    }
    flush();
    return std::move(text_);
  }

 private:
  // A control word with its number, or a control symbol; after the backslash.
  void control() {
    if (at_ == rtf_.size()) return;
    const std::size_t begin = at_;
    if (!is_letter(rtf_[at_])) {
      ++at_;
      return symbol(rtf_[begin]);
    }
    while (at_ < rtf_.size() && is_letter(rtf_[at_])) ++at_;
    const std::string_view word = rtf_.substr(begin, at_ - begin);
    const std::optional<long> number = take_number();
    if (at_ < rtf_.size() && rtf_[at_] == ' ') ++at_;
    obey(word, number);
    first_word_ = false;
  }

  std::optional<long> take_number() {
    std::size_t i = at_;
    const bool negative = i < rtf_.size() && rtf_[i] == '-';
    if (negative) ++i;
    if (i == rtf_.size() || !is_digit(rtf_[i])) return std::nullopt;
    long value = 0;
    for (; i < rtf_.size() && is_digit(rtf_[i]); ++i) {
      value = std::min(value * 10 + (rtf_[i] - '0'), 1'000'000'000L);
    }
    at_ = i;
    return negative ? -value : value;
  }

  void symbol(char c) {
    if (c == '*') {
      groups_.back().hidden = true;
    } else if (c == '\'') {
      hex_byte();
    } else {
      put_symbol(std::string_view(&c, 1));
    }
    first_word_ = false;
  }

  void hex_byte() {
    if (at_ + 2 > rtf_.size()) return;
    const auto high = hex_digit(rtf_[at_]);
    const auto low = hex_digit(rtf_[at_ + 1]);
    if (!high || !low) return;
    at_ += 2;
    put_byte(static_cast<char>(*high * 16 + *low));
  }

  void obey(std::string_view word, std::optional<long> number) {
    if (first_word_ && contains(kHidden, word)) {
      groups_.back().hidden = true;
    } else if (word == "u" && number) {
      put_unit(static_cast<std::uint16_t>(*number));
      to_skip_ = groups_.back().fallback;
    } else if (word == "uc" && number) {
      groups_.back().fallback = static_cast<int>(std::clamp(*number, 0L, 16L));
    } else if (word == "bin" && number) {
      at_ +=
          std::min<std::size_t>(static_cast<std::size_t>(std::max(*number, 0L)), rtf_.size() - at_);
    } else if (word == "ansicpg" && number) {
      flush();
      charset_ = (*number >= 1250 && *number <= 1258 ? "windows-" : "cp") + std::to_string(*number);
    } else if (word == "v") {
      groups_.back().invisible = number != 0;
    } else {
      put_symbol(word);
    }
    for (const CodePage& page : kCodePages) {
      if (page.word == word) charset_ = page.charset;
    }
  }

  void put_symbol(std::string_view word) {
    const auto row = std::find_if(std::begin(kSymbols), std::end(kSymbols),
                                  [&](const Symbol& symbol) { return symbol.word == word; });
    if (row == std::end(kSymbols) || skipped() || is_hidden()) return;
    flush();
    text_ += row->text;
  }

  // Bytes of the code page, decoded in one go: a character may have two.
  void put_byte(char c) {
    if (!skipped() && !is_hidden()) bytes_ += c;
  }

  bool is_hidden() const { return groups_.back().hidden || groups_.back().invisible; }
  bool skipped() { return to_skip_ > 0 && to_skip_-- > 0; }

  // A UTF-16 unit.
  void put_unit(std::uint16_t unit) {
    if (is_hidden()) return;
    flush_bytes();
    if (unit >= 0xDC00 && unit < 0xE000 && high_ != 0) {
      base::append_utf8(0x10000u + ((high_ - 0xD800u) << 10) + (unit - 0xDC00u), text_);
      high_ = 0;
      return;
    }
    flush();
    if (unit >= 0xD800 && unit < 0xDC00) {
      high_ = unit;
    } else {
      base::append_utf8(unit, text_);
    }
  }

  void flush_bytes() {
    if (bytes_.empty()) return;
    if (high_ != 0) base::append_utf8(0xFFFD, text_);
    high_ = 0;
    text_ += decode_as(bytes_, charset_);
    bytes_.clear();
  }

  void flush() {
    flush_bytes();
    if (high_ != 0) base::append_utf8(0xFFFD, text_);
    high_ = 0;
  }

  std::string_view rtf_;
  std::size_t at_ = 0;
  std::vector<Group> groups_ = {Group{}};
  bool first_word_ = false;  // the next word is the first of its group: it may name a destination
  bool ended_ = false;
  int to_skip_ = 0;
  std::uint16_t high_ = 0;  // a high surrogate that waits for its low one
  std::string bytes_;
  std::string charset_ = "windows-1252";
  std::string text_;
};

}  // namespace

Result<Viewable> convert_rtf(const std::string& bytes) {
  return converted_text(RtfReader(bytes).read());
}

}  // namespace whorl::internal::input
