// Unclosed: literals and comments that never end, and what reading them in vain has cost.
//
// A piece that is still open at the end of the text is read again as code. Two rules keep that
// linear: a second search for a closer that is known to be missing is not made, and searches in
// vain, together, read at most a few times the text.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "canon/code/compiled_language.h"

namespace whorl::internal::canon::code {

// Something that begins at `offset` and never ends.
struct Notice {
  std::size_t offset = 0;
  std::string_view what;     // "string", "comment", "here document", "interpolation", "attribute"
  std::string_view read_as;  // "code", or "text" where the string around it ends
};

class Unclosed {
 public:
  explicit Unclosed(std::size_t text_size) : text_size_(text_size) { none_after_.fill(text_size); }

  // Whether a search for the end of the piece that begins at `at` may succeed and be paid for.
  bool may_close(const Row& row, std::size_t at) const {
    return at < none_after_[row.number] && (is_simple(row) || affordable());
  }
  bool affordable() const { return wasted_ <= kMostRereads * text_size_; }

  // A search from `at` for the end of a piece of `row` reached the end of the text.
  void search_failed(const Row& row, std::size_t at) {
    if (is_simple(row)) {
      none_after_[row.number] = at;
    } else {
      waste(text_size_ - at);
    }
  }
  // Bytes that will be read again.
  void waste(std::size_t bytes) { wasted_ += bytes; }

  void note(std::size_t offset, std::string_view what, std::string_view read_as = "code") {
    ++count_;
    if (notices_.size() < kMostNotices) notices_.push_back({offset, what, read_as});
  }

  // What was found since there were `count` notices is read again.
  void forget_after(std::size_t count) {
    count_ = count;
    if (notices_.size() > count) notices_.resize(count);
  }

  std::size_t wasted() const { return wasted_; }
  // The first ones, and how many there are.
  const std::vector<Notice>& notices() const { return notices_; }
  std::size_t count() const { return count_; }

 private:
  static constexpr std::size_t kMostRereads = 4;
  static constexpr std::size_t kMostNotices = 8;

  // Where no closer follows one opener, none follows a later one.
  static bool is_simple(const Row& row) {
    const Delimited& d = *row.delimited;
    return d.form == Form::enclosed && !d.nested;
  }

  std::size_t text_size_;
  std::array<std::size_t, kMaxDelimited> none_after_;  // by row
  std::size_t wasted_ = 0;
  std::vector<Notice> notices_;
  std::size_t count_ = 0;
};

}  // namespace whorl::internal::canon::code
