#include "registry/probing.h"

#include <algorithm>
#include <cctype>
#include <deque>
#include <iterator>
#include <utility>

#include "base/try.h"
#include "jobs/registry/index.h"
#include "jobs/registry/ranges.h"

namespace whorl::bench {
namespace {

using namespace internal;

// 20 consonants of English with their vowels and spaces.
constexpr std::uint64_t kBytesOfASubstring = 60;
constexpr std::uint64_t kSmallest = 90;
constexpr int kConsonants = 20;

bool is_consonant(char c) {
  static constexpr std::string_view kVowels = "aeiouAEIOU";
  return std::isalpha(static_cast<unsigned char>(c)) != 0 && kVowels.find(c) == kVowels.npos;
}

// Pieces of equal length that cover the text.
std::deque<Piece> chopped(std::uint64_t bytes, std::uint64_t pieces) {
  std::deque<Piece> out;
  const std::uint64_t step = std::max<std::uint64_t>(bytes / pieces, 1);
  for (std::uint64_t first = 0; first < bytes; first += step) {
    out.push_back({first, std::min(first + step + kBytesOfASubstring, bytes)});
  }
  return out;
}

std::pair<Piece, Piece> halves(const Piece& piece) {
  const std::uint64_t middle = (piece.first + piece.end) / 2;
  return {{piece.first, middle + kBytesOfASubstring / 2},
          {middle - kBytesOfASubstring / 2, piece.end}};
}

}  // namespace

Result<Probes> probe(const Registry& registry, std::string_view text, std::uint64_t searches) {
  Probes out;
  std::deque<Piece> waiting = chopped(text.size(), std::max<std::uint64_t>(searches / 5, 1));
  for (; !waiting.empty(); waiting.pop_front()) {
    const Piece piece = waiting.front();
    if (out.searches == searches) break;
    ++out.searches;
    WHORL_ASSIGN_OR_RETURN(
        const auto answer,
        registry.search(text.substr(piece.first, piece.end - piece.first), {.singles = true}));
    if (answer.hits.empty()) continue;
    if (piece.end - piece.first <= kSmallest) {
      out.found.push_back(piece);
      continue;
    }
    const auto [left, right] = halves(piece);
    waiting.push_back(left);
    waiting.push_back(right);
  }
  for (const Piece& piece : waiting) {  // found as parts of larger ones
    if (out.searches == searches) out.found.push_back(piece);
  }
  return out;
}

std::string edited(std::string text, const std::vector<Piece>& pieces) {
  for (const Piece& piece : pieces) {
    int since = kConsonants / 2;
    for (std::uint64_t at = piece.first; at < piece.end; ++at) {
      if (!is_consonant(text[at]) || ++since < kConsonants) continue;
      text[at] = text[at] == 'x' ? 'z' : 'x';
      since = 0;
    }
  }
  return text;
}

Result<std::vector<std::uint64_t>> stored_in(const std::string& folder, const std::string& key,
                                             std::string_view text,
                                             const std::vector<Piece>& pieces) {
  WHORL_ASSIGN_OR_RETURN(const auto index,
                         registry::Index::open(folder, registry::Access::read, {key, {}}));
  WHORL_ASSIGN_OR_RETURN(auto stored, registry::stored(text, index.method()));
  WHORL_ASSIGN_OR_RETURN(const auto placed,
                         registry::PlacedText::make(text, index.method().recipe));
  std::erase_if(stored.list, [&](const registry::Feature& feature) {
    const ByteRange at = placed.range(feature.position, feature.position + feature.symbols).bytes;
    return std::ranges::none_of(
        pieces, [&](const Piece& piece) { return piece.first <= at.begin && at.end <= piece.end; });
  });
  return stored.distinct();
}

double share_known(const std::vector<std::uint64_t>& known,
                   const std::vector<std::uint64_t>& stored) {
  std::vector<std::uint64_t> both;
  std::ranges::set_intersection(known, stored, std::back_inserter(both));
  return stored.empty() ? 0 : static_cast<double>(both.size()) / static_cast<double>(stored.size());
}

}  // namespace whorl::bench
