#include "canon/words.h"

#include <cstdint>
#include <string>

#include "canon/fold.h"
#include "canon/symbol.h"

namespace whorl {
namespace {

// Gathers folded characters into words.
class WordSink {
 public:
  explicit WordSink(WordRule rule) : rule_(rule) {}

  void operator()(char32_t c, CharClass char_class, std::size_t begin, std::size_t end) {
    switch (char_class) {
      case CharClass::letter:
        extend(c, begin, end);
        break;
      case CharClass::unspaced:
        finish();
        extend(c, begin, end);
        finish();
        break;
      case CharClass::space:
        finish();
        break;
      case CharClass::other:
        if (rule_ == WordRule::letters) finish();
        break;
    }
  }

  Canon take() && {
    finish();
    words_.shrink_to_fit();
    spans_.begin.shrink_to_fit();
    spans_.length.shrink_to_fit();
    return {std::move(words_), Origin(std::move(spans_))};
  }

 private:
  void extend(char32_t c, std::size_t begin, std::size_t end) {
    if (spelling_.empty()) begin_ = begin;
    append_utf8(c, spelling_);
    end_ = end;
  }

  void finish() {
    if (spelling_.empty()) return;
    words_.push_back(symbol_of(spelling_));
    spans_.begin.push_back(static_cast<std::uint32_t>(begin_));
    spans_.length.push_back(static_cast<std::uint32_t>(end_ - begin_));
    spelling_.clear();
  }

  WordRule rule_;
  std::string spelling_;  // of the word begun; empty between words
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  Tokens words_;
  Spans spans_;
};

}  // namespace

Canon words_canon(std::string_view text, WordRule rule) {
  WordSink sink(rule);
  fold_pieces(text, 0, text.size(), sink);
  return std::move(sink).take();
}

}  // namespace whorl
