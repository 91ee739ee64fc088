#include "jobs/compare/scoring/also_in.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "jobs/compare/scoring/rarity.h"

namespace whorl::internal::compare::scoring {
namespace {

// The k-grams that a pair shares, each with the weight of its rarity.
struct SharedKgrams {
  std::vector<double> of_owner;  // the weight of those that each submission has
  double all = 0;
};

void add_weight(const index::SharedIndex& index, std::uint32_t group, double weight,
                std::vector<double>& of_owner) {
  for (const index::RankWord& set : index.sharers(group)) {
    for (std::uint64_t bits = set.bits; bits != 0; bits &= bits - 1) {
      const auto bit = static_cast<std::uint32_t>(std::countr_zero(bits));
      of_owner[index.owner_of(64 * set.word + bit)] += weight;
    }
  }
}

SharedKgrams weigh_kgrams(const PairMatch& match, const index::SharedIndex& index) {
  const auto selected = index.selected_in_order(match.pair.a);
  SharedKgrams weights{std::vector<double>(index.owners())};
  for (const match::Chain& chain : match.chains) {
    for (const match::Match& tile : chain.tiles) {
      auto kgram = std::ranges::lower_bound(selected, tile.a, {}, &index::SelectedKgram::position);
      for (; kgram != selected.end() && kgram->position < tile.a + tile.length; ++kgram) {
        const double weight = rarity(index.sharer_count(kgram->group), index.owners());
        weights.all += weight;
        add_weight(index, kgram->group, weight, weights.of_owner);
      }
    }
  }
  return weights;
}

}  // namespace

std::uint32_t also_in(const PairMatch& match, const index::SharedIndex& index,
                      const corpus::Comparability& rules) {
  const SharedKgrams kgrams = weigh_kgrams(match, index);
  if (kgrams.all == 0) return 0;
  const std::vector<std::uint32_t>& student = rules.student();
  std::vector<std::uint32_t> others;
  for (std::uint32_t owner = 0; owner < index.owners(); ++owner) {
    const bool of_pair =
        student[owner] == student[match.pair.a] || student[owner] == student[match.pair.b];
    if (!of_pair && 2 * kgrams.of_owner[owner] >= kgrams.all) others.push_back(student[owner]);
  }
  std::ranges::sort(others);
  return static_cast<std::uint32_t>(std::ranges::unique(others).begin() - others.begin());
}

}  // namespace whorl::internal::compare::scoring
