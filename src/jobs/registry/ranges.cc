#include "jobs/registry/ranges.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "tokens/memory_text.h"

namespace whorl::internal::registry {
namespace {

std::vector<std::uint64_t> line_starts(std::string_view text) {
  std::vector<std::uint64_t> starts = {0};
  for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1)) {
    starts.push_back(at + 1);
  }
  return starts;
}

}  // namespace

struct PlacedText::Placed {
  tokens::Canon canon;
  std::vector<std::uint64_t> lines;

  std::uint64_t line_of(std::uint64_t byte) const {
    return static_cast<std::uint64_t>(std::ranges::upper_bound(lines, byte) - lines.begin());
  }
};

PlacedText::PlacedText(std::unique_ptr<Placed> placed) : placed_(std::move(placed)) {}
PlacedText::PlacedText(PlacedText&&) noexcept = default;
PlacedText& PlacedText::operator=(PlacedText&&) noexcept = default;
PlacedText::~PlacedText() = default;

Result<PlacedText> PlacedText::make(std::string_view text, const Recipe& recipe) {
  const tokens::FrontEnd& row = *tokens::find_front_end(recipe.front_end);
  WHORL_ASSIGN_OR_RETURN(auto canon, tokens::MemoryText::canonicalize(row, recipe.argument, text));
  return PlacedText(std::make_unique<Placed>(Placed{std::move(canon), line_starts(text)}));
}

KnownRange PlacedText::range(std::uint64_t first, std::uint64_t end) const {
  const ByteRange bytes = placed_->canon.origin.bytes(first, end);
  const std::uint64_t last = bytes.end > bytes.begin ? bytes.end - 1 : bytes.begin;
  return {first, end, bytes, placed_->line_of(bytes.begin), placed_->line_of(last)};
}

std::vector<KnownRange> known_ranges(const Features& features, const PlacedText& text,
                                     Joined joined,
                                     const std::function<bool(std::size_t)>& is_known) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> parts;
  bool follows = false;
  for (std::size_t i = 0; i < features.list.size(); ++i) {
    const bool before = std::exchange(follows, is_known(i));
    if (!follows) continue;
    const std::uint64_t first = features.list[i].position;
    const std::uint64_t end = first + features.list[i].symbols;
    const bool is_next = before && joined == Joined::following;
    if (parts.empty() || (first > parts.back().second && !is_next)) {
      parts.emplace_back(first, end);
    } else {
      parts.back().second = std::max(parts.back().second, end);
    }
  }
  std::vector<KnownRange> ranges;
  for (const auto& [first, end] : parts) ranges.push_back(text.range(first, end));
  return ranges;
}

}  // namespace whorl::internal::registry
