// Any bytes through every language table: tokens in order and inside the text, at most two a
// byte; and no more of them in the strong normal form. And through detection.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "tokens/code/lexer.h"
#include "tokens/language.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

namespace code = whorl::internal::tokens::code;

// Takes tokens, and counts them.
class Places {
 public:
  explicit Places(std::size_t size) : size_(size) {}
  void operator()(const code::Token& token) {
    require(last_ <= token.begin && token.begin < token.end && token.end <= size_);
    last_ = token.begin;
    ++count_;
  }
  std::size_t count() const { return count_; }

 private:
  std::size_t size_;
  std::size_t last_ = 0;
  std::size_t count_ = 0;
};

void check(const code::Language& language, std::string_view text) {
  Places plain(text.size());
  code::lex(code::compiled(language), text, plain);
  require(plain.count() <= 2 * text.size());
  if (language.statements == nullptr) return;
  Places strong(text.size());
  code::lex_strong(code::compiled(language), text, strong);
  require(strong.count() <= plain.count());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const code::Language* language : code::languages()) check(*language, text);
  const whorl::internal::tokens::Detected detected =
      whorl::internal::tokens::detect(text.substr(0, size / 2), text, "");
  require(!detected.front_end.empty() && !detected.how.empty());
  return 0;
}
