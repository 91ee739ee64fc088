// Any bytes through every language table: tokens in order and inside the text, at most two a
// byte. And through detection.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "canon/code/lexer.h"
#include "canon/language.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const whorl::internal::canon::code::Language& language, std::string_view text) {
  std::size_t last = 0;
  std::size_t count = 0;
  whorl::internal::canon::code::lex(
      whorl::internal::canon::code::compiled(language), text,
      [&](const whorl::internal::canon::code::Token& token) {
        require(last <= token.begin && token.begin < token.end && token.end <= text.size());
        last = token.begin;
        ++count;
      });
  require(count <= 2 * text.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const whorl::internal::canon::code::Language* language :
       whorl::internal::canon::code::languages())
    check(*language, text);
  const whorl::internal::canon::Detected detected =
      whorl::internal::canon::detect(text.substr(0, size / 2), text, "");
  require(!detected.front_end.empty() && !detected.how.empty());
  return 0;
}
