// Any bytes as text and as words: symbols agree with folding in one piece, origins stay inside.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "canon/fold.h"
#include "canon/text.h"
#include "canon/words.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

// The symbols of `text` without its ASCII kernel.
struct PlainSink {
  std::u32string symbols;
  void operator()(char32_t c, whorl::CharClass char_class, std::size_t, std::size_t) {
    if (char_class <= whorl::CharClass::unspaced) symbols.push_back(c);
  }
};

void check_origin(const whorl::Canon& canon, std::size_t bytes) {
  std::uint64_t begin = 0;
  for (std::size_t i = 0; i < canon.size(); ++i) {
    const whorl::ByteRange range = canon.origin.bytes(i, i + 1);
    require(range.begin >= begin && range.begin < range.end && range.end <= bytes);
    begin = range.begin;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const whorl::Canon canon = whorl::text_canon(text);
  PlainSink plain;
  whorl::fold_pieces(text, 0, text.size(), plain);
  const auto symbols =
      std::visit([](const auto& s) { return std::u32string(s.begin(), s.end()); }, canon.symbols);
  require(symbols == plain.symbols);
  check_origin(canon, size);
  check_origin(whorl::words_canon(text, whorl::WordRule::letters), size);
  check_origin(whorl::words_canon(text, whorl::WordRule::spaces), size);
  return 0;
}
