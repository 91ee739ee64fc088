#include "report/json_writer.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/utf8.h"

namespace whorl::internal::report {
namespace {

constexpr std::size_t kBuffer = 1 << 16;

template <class Number>
void append_number(Number number, std::string& out) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  out.append(digits, end);
}

void append_unicode_escape(unsigned unit, std::string& out) {
  constexpr char kHex[] = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += kHex[unit >> shift & 15];
}

void append_ascii(unsigned char c, std::string& out) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  append_unicode_escape(c, out);
}

bool is_plain(char c) {
  return c >= 0x20 && c < 0x7f && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&';
}

bool is_line_separator(std::string_view sequence) {
  return sequence == "\xE2\x80\xA8" || sequence == "\xE2\x80\xA9";
}

// Appends the character at the front, which may be no character; returns its bytes.
std::size_t append_escaped(std::string_view text, std::string& out) {
  const auto c = static_cast<unsigned char>(text[0]);
  const base::Utf8Step step = base::utf8_step(text);
  if (!step.valid) {
    out += "\\\\";
    base::append_byte_escape(text[0], base::HexDigits::lower, out);
    return 1;
  }
  if (step.bytes == 1) {
    append_ascii(c, out);
  } else if (is_line_separator(text.substr(0, step.bytes))) {
    append_unicode_escape(0x2000u | (static_cast<unsigned char>(text[2]) & 0x3Fu), out);
  } else {
    out += text.substr(0, step.bytes);
  }
  return step.bytes;
}

}  // namespace

void append_json_string(std::string_view text, std::string& out) {
  out += '"';
  while (!text.empty()) {
    const auto plain = std::find_if_not(text.begin(), text.end(), is_plain) - text.begin();
    out += text.substr(0, static_cast<std::size_t>(plain));
    text.remove_prefix(static_cast<std::size_t>(plain));
    if (!text.empty()) text.remove_prefix(append_escaped(text, out));
  }
  out += '"';
}

void JsonWriter::element() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (levels_.empty()) return;
  Level& level = levels_.back();
  if (!level.empty) buffer_ += ',';
  if (level.lines) buffer_ += '\n';
  level.empty = false;
}

void JsonWriter::close(char bracket) {
  const Level level = levels_.back();
  levels_.pop_back();
  if (level.lines && !level.empty) buffer_ += '\n';
  buffer_ += bracket;
  drain();
}

void JsonWriter::drain() {
  if (buffer_.size() >= kBuffer) flush();
}

void JsonWriter::flush() {
  if (!buffer_.empty()) sink_.put(buffer_);
  buffer_.clear();
}

JsonWriter& JsonWriter::begin_object() {
  element();
  buffer_ += '{';
  levels_.push_back({});
  return *this;
}

JsonWriter& JsonWriter::end_object() {
  close('}');
  return *this;
}

JsonWriter& JsonWriter::begin_array() {
  element();
  buffer_ += '[';
  levels_.push_back({});
  return *this;
}

JsonWriter& JsonWriter::end_array() {
  close(']');
  return *this;
}

JsonWriter& JsonWriter::lines() {
  levels_.back().lines = true;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  element();
  append_json_string(name, buffer_);
  buffer_ += ':';
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  element();
  append_json_string(text, buffer_);
  drain();
  return *this;
}

JsonWriter& JsonWriter::value(bool truth) {
  element();
  buffer_ += truth ? "true" : "false";
  return *this;
}

JsonWriter& JsonWriter::value(double number) {
  if (!std::isfinite(number)) return null();
  element();
  append_number(number, buffer_);
  return *this;
}

JsonWriter& JsonWriter::integer(std::uint64_t number) {
  element();
  append_number(number, buffer_);
  drain();
  return *this;
}

JsonWriter& JsonWriter::null() {
  element();
  buffer_ += "null";
  return *this;
}

}  // namespace whorl::internal::report
