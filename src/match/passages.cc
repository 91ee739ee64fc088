#include <algorithm>
#include <utility>
#include <vector>

#include "base/guard.h"
#include "base/try.h"
#include "canon/front_ends.h"
#include "canon/memory_text.h"
#include "match/chain.h"
#include "match/seed_index.h"
#include "match/spelling.h"
#include "match/text_side.h"
#include "match/tiling.h"
#include "select/check_recipe.h"
#include "select/select.h"
#include "whorl/match.h"

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
                                    : "does not guarantee to find a passage") +
                    ", so passages need another one: " + names_of_anchors());
  }
  // So written that NaN is refused.
  if (options.min_identity > 0 && options.min_identity <= 1) return {};
  return fail(ErrorCode::invalid_argument, "min_identity is " +
                                               std::to_string(options.min_identity) +
                                               "; it must be above 0 and at most 1");
}

std::vector<match::Match> tiles_of(match::TextSide& a, match::TextSide& b) {
  match::SeedIndex seeds(match::number_shared(a, b));
  seeds.index(a.side());
  seeds.query(b.side());
  match::MaximalMatches found;
  seeds.find_matches(found);
  return match::Tiler().tile(a.side(), b.side(), found);
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
                                          const Recipe& recipe, const PassageOptions& options) try {
  WHORL_RETURN_IF_ERROR(check(recipe, options));
  WHORL_RETURN_IF_ERROR(canon::check_text_size(a));
  WHORL_RETURN_IF_ERROR(canon::check_text_size(b));
  WHORL_ASSIGN_OR_RETURN(auto one, match::text_side(a, recipe));
  WHORL_ASSIGN_OR_RETURN(auto other, match::text_side(b, recipe));
  const std::vector<match::Match> tiles = tiles_of(one, other);
  const PassageMaker maker(one, other, canon::find_front_end(recipe.front_end)->drops_spelling);
  std::vector<TextPassage> found;
  for (const match::Chain& chain : chains_of(tiles, one, other, options.min_identity)) {
    found.push_back(maker.make(chain));
  }
  return found;
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
