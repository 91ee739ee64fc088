#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/go_on.h"
#include "base/guard.h"
#include "base/parallel_sort.h"
#include "base/try.h"
#include "fingerprints/select/check_recipe.h"
#include "fingerprints/select/select.h"
#include "passages/index/shared_index.h"
#include "passages/match/chain.h"
#include "passages/match/seed_index.h"
#include "passages/match/side.h"
#include "passages/match/spelling.h"
#include "passages/match/thinner.h"
#include "passages/match/tiling.h"
#include "tokens/canon.h"
#include "tokens/front_ends.h"
#include "tokens/memory_text.h"
#include "whorl/fingerprint.h"
#include "whorl/match.h"
#include "whorl/progress.h"
#include "whorl/recipe.h"
#include "whorl/result.h"

namespace whorl::internal::match {
namespace {

// TextSide: one text from memory, as the matcher uses it.
struct TextSide {
  std::string_view text;
  tokens::Canon canon;
  std::vector<Spelling> spellings;  // of each symbol, if the tokenizer drops them
  std::vector<Run> runs;            // one, or none for an empty text
  Fingerprints anchors;
  std::vector<index::SelectedKgram> selected;           // by group
  std::vector<index::SelectedKgram> selected_in_order;  // by position
  std::vector<std::uint32_t> thinned;

  TextSide() = default;
  TextSide(TextSide&&) = default;
  TextSide(const TextSide&) = delete;

  Side side() const {
    return {runs, selected, selected_in_order, static_cast<std::uint32_t>(canon.size()), thinned};
  }
};

Run whole_run(const tokens::Canon& canon, const std::vector<Spelling>& spellings,
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

// The value that `compare` combines hashes with. It determines the order of groups, and so which
// pairs of repetitive seeds are tried.
std::uint64_t salt_of(const tokens::FrontEnd& row, const Recipe& recipe) {
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

std::vector<Anchor> by_hash(const Fingerprints& anchors, const base::Cancellation& watch) {
  std::vector<Anchor> list(anchors.size());
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = {anchors.hash[i], anchors.position[i]};
  base::parallel_sort(list, 1, std::less(), &watch);
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

void order(TextSide& side, const base::Cancellation& watch) {
  side.selected_in_order = side.selected;
  const auto before = [](const index::SelectedKgram& x, const index::SelectedKgram& y) {
    return x.position < y.position;
  };
  base::parallel_sort(side.selected_in_order, 1, before, &watch);
  if (watch.goes_on()) side.thinned = thinned_among(side.runs, side.selected);
}

Result<void> go_on(const base::Cancellation& watch) {
  if (watch.goes_on()) return {};
  return fail(ErrorCode::cancelled, "stopped before the passages were found");
}

// Normalizes `text`, which must stay valid, and selects its anchors by a recipe that check_kgrams()
// accepted and whose selector is local.
Result<TextSide> text_side(std::string_view text, const Recipe& recipe,
                           const base::Cancellation& watch) {
  TextSide side;
  side.text = text;
  const tokens::FrontEnd& row = *tokens::find_front_end(recipe.front_end);
  WHORL_ASSIGN_OR_RETURN(side.canon, tokens::MemoryText::canonicalize(row, recipe.argument, text));
  WHORL_RETURN_IF_ERROR(go_on(watch));
  if (side.canon.size() > kMaxExtent) {
    return fail(ErrorCode::limit_exceeded, "the text has more than 2147483648 symbols: split it");
  }
  if (row.drops_spelling) side.spellings = spellings_of(side.canon, text);
  WHORL_RETURN_IF_ERROR(go_on(watch));
  if (side.canon.size() > 0) side.runs = {whole_run(side.canon, side.spellings, recipe)};
  const Fingerprints selected = select::select(side.canon, recipe);
  WHORL_RETURN_IF_ERROR(go_on(watch));
  side.anchors = thinned(selected, recipe.selector.args[0], recipe.k, salt_of(row, recipe));
  return side;
}

// Numbers the hashes that both sides selected and collects the k-grams that have one. Returns the
// number of these hashes. O(n log n) in the anchors. If `watch` does not go on, the result is
// wrong.
std::uint32_t number_shared(TextSide& a, TextSide& b, const base::Cancellation& watch) {
  const std::vector<Anchor> x = by_hash(a.anchors, watch), y = by_hash(b.anchors, watch);
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
  order(a, watch);
  order(b, watch);
  return groups;
}

}  // namespace

}  // namespace whorl::internal::match

namespace whorl {

using namespace internal;

namespace {

std::string names_of_anchors() {
  std::string names;
  for (const select::Selector& row : select::selectors()) {
    if (!row.local || !row.guarantees) continue;
    if (!names.empty()) names += ", ";
    names += row.name;
  }
  return names;
}

Result<void> check(const Recipe& recipe, const PassageOptions& options) {
  WHORL_RETURN_IF_ERROR(select::check_kgrams(recipe));
  const select::Selector& row = *select::find_selector(recipe.selector.name);
  if (!row.local || !row.guarantees) {
    return fail(ErrorCode::invalid_argument,
                "selector '" + recipe.selector.name + "' " +
                    (row.guarantees ? "does not choose by a window alone"
                                    : "does not guarantee to find every passage") +
                    ", so passages need another selector: " + names_of_anchors());
  }
  // Written so that NaN is refused.
  if (options.min_identity > 0 && options.min_identity <= 1) return {};
  return fail(ErrorCode::invalid_argument, "min_identity is " +
                                               std::to_string(options.min_identity) +
                                               "; it must be above 0 and at most 1");
}

Result<std::vector<match::Match>> tiles_of(match::TextSide& a, match::TextSide& b,
                                           const base::Cancellation& watch) {
  const std::uint32_t groups = match::number_shared(a, b, watch);
  WHORL_RETURN_IF_ERROR(match::go_on(watch));
  match::SeedIndex seeds(groups);
  seeds.index(a.side());
  seeds.query(b.side());
  match::MaximalMatches found;
  seeds.find_matches(found, watch);
  WHORL_RETURN_IF_ERROR(match::go_on(watch));
  auto tiles = match::Tiler().tile(a.side(), b.side(), found, watch);
  WHORL_RETURN_IF_ERROR(match::go_on(watch));
  return tiles;
}

std::vector<match::Chain> chains_of(const std::vector<match::Match>& tiles,
                                    const match::TextSide& a, const match::TextSide& b,
                                    double min_identity) {
  if (min_identity < 1) {
    return match::chain_tiles(tiles, a.runs, b.runs, {.min_identity = min_identity});
  }
  std::vector<match::Chain> chains;
  for (const match::Match& tile : tiles) chains.push_back({{tile}, tile.length});
  return chains;
}

constexpr std::size_t kMadeUnasked = 1 << 12;  // passages made between two checks if to go on

class PassageMaker {
 public:
  PassageMaker(const match::TextSide& a, const match::TextSide& b, bool code)
      : a_(a), b_(b), code_(code) {}

  TextPassage make(const match::Chain& chain) const {
    return {.a = range(a_, chain.a_begin(), chain.a_end()),
            .b = range(b_, chain.b_begin(), chain.b_end()),
            .symbols = chain.symbols,
            .identity = chain.identity(),
            .kind = kind(chain)};
  }

 private:
  static ByteRange range(const match::TextSide& side, std::uint32_t begin, std::uint32_t end) {
    return match::trimmed(side.text, side.canon.origin.bytes(begin, end));
  }

  PassageKind kind(const match::Chain& chain) const {
    if (chain.tiles.size() > 1) return PassageKind::edited;
    if (!code_) return PassageKind::verbatim;
    const match::SpellingDifference difference = match::compare_spellings(
        {a_.canon, a_.text, chain.a_begin()}, {b_.canon, b_.text, chain.b_begin()}, chain.symbols);
    const bool same = difference.literals + difference.names == 0;
    return same ? PassageKind::verbatim : PassageKind::renamed;
  }

  const match::TextSide& a_;
  const match::TextSide& b_;
  bool code_;
};

}  // namespace

Result<std::vector<TextPassage>> passages(std::string_view a, std::string_view b,
                                          const Recipe& recipe, const PassageOptions& options,
                                          Progress& progress) try {
  WHORL_RETURN_IF_ERROR(check(recipe, options));
  WHORL_RETURN_IF_ERROR(tokens::check_text_size(a));
  WHORL_RETURN_IF_ERROR(tokens::check_text_size(b));
  const base::Cancellation watch(&progress);
  progress.phase("texts", 2);
  WHORL_ASSIGN_OR_RETURN(auto one, match::text_side(a, recipe, watch));
  progress.advance(1);
  WHORL_ASSIGN_OR_RETURN(auto other, match::text_side(b, recipe, watch));
  progress.advance(1);
  WHORL_ASSIGN_OR_RETURN(const auto tiles, tiles_of(one, other, watch));
  const std::vector<match::Chain> chains = chains_of(tiles, one, other, options.min_identity);
  const PassageMaker maker(one, other, tokens::find_front_end(recipe.front_end)->drops_spelling);
  std::vector<TextPassage> found;
  found.reserve(chains.size());
  base::for_parts(std::span(chains), kMadeUnasked, watch, [&](auto part) {
    for (const match::Chain& chain : part) found.push_back(maker.make(chain));
  });
  WHORL_RETURN_IF_ERROR(match::go_on(watch));
  return found;
} catch (...) {
  return internal::base::caught();
}

Result<std::vector<TextPassage>> passages(std::string_view a, std::string_view b,
                                          const Recipe& recipe, const PassageOptions& options) {
  NoProgress unwatched;
  return passages(a, b, recipe, options, unwatched);
}

}  // namespace whorl
