#include "index/large_text.h"

#include <algorithm>
#include <vector>

#include "base/parallel.h"
#include "canon/text.h"

namespace whorl {
namespace {

constexpr std::size_t kPiece = 4 << 20;

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

// Cuts before ASCII characters, which combine with nothing that stands before them.
std::vector<std::string_view> cut(std::string_view text) {
  std::vector<std::string_view> pieces;
  while (text.size() > kPiece) {
    const auto* at = std::find_if(text.begin() + kPiece, text.end(), is_ascii);
    const auto size = static_cast<std::size_t>(at - text.begin());
    pieces.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  pieces.push_back(text);
  return pieces;
}

// Lays the pieces end to end as one list of `Shape` and frees them on the way.
template <class Shape>
Shape join(std::vector<Symbols>& pieces, unsigned threads) {
  std::vector<std::size_t> begin(pieces.size() + 1);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const auto size = std::visit([](const auto& s) { return s.size(); }, pieces[i]);
    begin[i + 1] = begin[i] + size;
  }
  Shape whole(begin.back());
  parallel_for(pieces.size(), threads, [&](std::size_t i) {
    std::visit([&](const auto& s) { std::copy(s.begin(), s.end(), whole.begin() + begin[i]); },
               pieces[i]);
    pieces[i] = Bytes();
  });
  return whole;
}

}  // namespace

Symbols symbols_of_large_text(std::string_view text, unsigned threads) {
  const auto cuts = cut(text);
  std::vector<Symbols> pieces(cuts.size());
  parallel_for(cuts.size(), threads,
               [&](std::size_t i) { pieces[i] = text_canon(cuts[i]).symbols; });
  const bool narrow = std::ranges::all_of(
      pieces, [](const Symbols& s) { return std::holds_alternative<Bytes>(s); });
  if (narrow) return join<Bytes>(pieces, threads);
  return join<CodePoints>(pieces, threads);
}

}  // namespace whorl
