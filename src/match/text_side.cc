#include "match/text_side.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "base/try.h"
#include "canon/front_ends.h"
#include "canon/memory_text.h"
#include "match/spelling.h"
#include "match/thinner.h"
#include "select/select.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace whorl::internal::match {
namespace {

Run whole_run(const canon::Canon& canon, const std::vector<Spelling>& spellings,
              const Recipe& recipe) {
  Run run;
  if (!spellings.empty()) run.spellings = spellings.data();
  run.end = static_cast<std::uint32_t>(canon.size());
  run.noise = recipe.k;
  run.window = static_cast<std::uint32_t>(recipe.selector.args[0]);
  std::visit(
      [&](const auto& list) {
        run.symbols = list.data();
        run.wide = sizeof(list[0]) > 1;
      },
      canon.symbols);
  return run;
}

// What `compare` combines hashes with: it decides the order of groups, and with it which pairs of
// repetitive seeds are tried.
std::uint64_t salt_of(const canon::FrontEnd& row, const Recipe& recipe) {
  const std::string_view name = row.comparison_class(recipe.argument);
  return XXH3_64bits(name.data(), name.size());
}

Fingerprints thinned(const Fingerprints& selected, std::uint64_t window, std::uint32_t k,
                     std::uint64_t salt) {
  Fingerprints kept;
  Thinner thinner(window, k, kept);
  for (std::size_t i = 0; i < selected.size(); ++i) {
    thinner.add(selected.hash[i] ^ salt, selected.position[i]);
  }
  thinner.finish();
  return kept;
}

using Anchor = std::pair<std::uint64_t, std::uint32_t>;  // hash and position

std::vector<Anchor> by_hash(const Fingerprints& anchors) {
  std::vector<Anchor> list(anchors.size());
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = {anchors.hash[i], anchors.position[i]};
  std::ranges::sort(list);
  return list;
}

// Moves the anchors of one hash, from `at` on, into a group.
void take_group(const std::vector<Anchor>& anchors, std::size_t& at, std::uint32_t group,
                std::vector<index::SelectedKgram>& selected) {
  const std::uint64_t hash = anchors[at].first;
  for (; at < anchors.size() && anchors[at].first == hash; ++at) {
    selected.push_back({group, anchors[at].second});
  }
}

void order(TextSide& side) {
  side.selected_in_order = side.selected;
  std::ranges::sort(side.selected_in_order, {}, &index::SelectedKgram::position);
  side.thinned = thinned_among(side.runs, side.selected);
}

}  // namespace

Result<TextSide> text_side(std::string_view text, const Recipe& recipe) {
  TextSide side;
  side.text = text;
  const canon::FrontEnd& row = *canon::find_front_end(recipe.front_end);
  WHORL_ASSIGN_OR_RETURN(side.canon, canon::MemoryText::canonicalize(row, recipe.argument, text));
  if (side.canon.size() > kMaxExtent) {
    return fail(ErrorCode::limit_exceeded, "the text has more than 2147483648 symbols: split it");
  }
  if (row.drops_spelling) side.spellings = spellings_of(side.canon, text);
  if (side.canon.size() > 0) side.runs = {whole_run(side.canon, side.spellings, recipe)};
  side.anchors = thinned(select::select(side.canon, recipe), recipe.selector.args[0], recipe.k,
                         salt_of(row, recipe));
  return side;
}

std::uint32_t number_shared(TextSide& a, TextSide& b) {
  const std::vector<Anchor> x = by_hash(a.anchors), y = by_hash(b.anchors);
  std::uint32_t groups = 0;
  for (std::size_t i = 0, j = 0; i < x.size() && j < y.size();) {
    if (x[i].first < y[j].first) {
      ++i;
    } else if (y[j].first < x[i].first) {
      ++j;
    } else {
      take_group(x, i, groups, a.selected);
      take_group(y, j, groups++, b.selected);
    }
  }
  order(a);
  order(b);
  return groups;
}

}  // namespace whorl::internal::match
