// Builds a Viewable unit by unit, with the mapping to the original bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/utf8.h"
#include "input/charset/viewable.h"

namespace whorl::internal::input {

class RunBuilder {
 public:
  explicit RunBuilder(std::size_t expected_bytes) { out_.text.reserve(expected_bytes); }

  // `bytes` of the original that are not shown (a BOM, an escape sequence).
  void skip(std::uint64_t bytes) {
    if (text_step_ != 0) mark();
    text_step_ = 0;
    bytes_ += bytes;
    changed_ = true;
  }

  // Text that is identical in the original.
  void copy(std::string_view text) {
    step(1, 1);
    out_.text.append(text);
    bytes_ += text.size();
  }

  // A code point that took `bytes` of the original. If one byte encodes two code points, the second
  // has 0.
  void add(char32_t code_point, std::uint64_t bytes) {
    step(base::utf8_length(code_point), bytes);
    base::append_utf8(code_point, out_.text);
    bytes_ += bytes;
  }

  // U+FFFD for `bytes` of the original; increases the count of replacements.
  void replace(std::uint64_t bytes) {
    add(0xFFFD, bytes);
    ++out_.invalid;
  }

  Viewable finish(std::string_view charset) {
    mark();
    if (!changed_) out_.origin_runs.clear();
    out_.charset = charset;
    return std::move(out_);
  }

 private:
  void mark() { out_.origin_runs.emplace_back(out_.text.size(), bytes_); }

  // A run continues while text and bytes grow at the same rate.
  void step(std::uint64_t text, std::uint64_t bytes) {
    if (text_step_ != 0 && text * byte_step_ == bytes * text_step_) return;
    mark();
    changed_ |= text != bytes;
    text_step_ = text;
    byte_step_ = bytes;
  }

  Viewable out_;
  std::uint64_t bytes_ = 0;      // of the original, so far
  std::uint64_t text_step_ = 0;  // rate of the current run; 0: none yet
  std::uint64_t byte_step_ = 0;
  bool changed_ = false;  // true if any offset differs from its original
};

}  // namespace whorl::internal::input
