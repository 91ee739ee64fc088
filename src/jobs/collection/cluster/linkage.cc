#include "jobs/collection/cluster/linkage.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "base/try.h"
#include "jobs/collection/cluster/preference_order.h"
#include "jobs/collection/cluster/union_find.h"
#include "whorl/phases.h"

namespace whorl::internal::cluster {
namespace {

// Digits of a date as a number, so that 2026-05-01 is newer than 2025-12-31.
std::int64_t date_number(std::string_view date) {
  std::int64_t number = 0;
  int digits = 0;
  for (char c : date) {
    if (c >= '0' && c <= '9' && digits < 14) {
      number = number * 10 + (c - '0');
      ++digits;
    }
  }
  for (; digits < 14; ++digits) number *= 10;
  return number;
}

// Integers in the opposite order of numbers; NaN comes last.
std::int64_t descending(double number) {
  if (std::isnan(number)) return INT64_MAX;
  if (number == 0) number = 0;  // -0 is 0
  const auto bits = std::bit_cast<std::int64_t>(number);
  return ~(bits < 0 ? INT64_MIN - bits : bits);
}

// The most preferred document of each set is kept.
Assignment most_preferred(UnionFind& sets, const std::vector<std::int64_t>& prefer) {
  std::vector<store::DocId> best(prefer.size());
  for (store::DocId doc = 0; doc < prefer.size(); ++doc) best[doc] = doc;
  for (store::DocId doc = 0; doc < prefer.size(); ++doc) {
    store::DocId& held = best[sets.find(doc)];
    if (std::pair(prefer[doc], doc) < std::pair(prefer[held], held)) held = doc;
  }
  Assignment out;
  for (store::DocId doc = 0; doc < prefer.size(); ++doc)
    out.survivor.push_back(best[sets.find(doc)]);
  return out;
}

// Fails for a field that no document has, because it chooses nothing.
Result<void> check_ranked(const std::vector<std::int64_t>& prefer,
                          const ClusterThresholds& thresholds) {
  const auto unranked = descending(std::numeric_limits<double>::quiet_NaN());
  const bool any = std::ranges::any_of(prefer, [&](auto value) { return value != unranked; });
  if (thresholds.survivor != SurvivorChoice::field || any || prefer.empty()) return {};
  return fail(ErrorCode::invalid_argument, "no document has a number in its field " +
                                               thresholds.survivor_field +
                                               ": name a field of the JSON lines that has one, or "
                                               "use --survivor longest, newest or first");
}

}  // namespace

Result<std::vector<std::int64_t>> preferences(const store::DocumentTable& documents,
                                              const ClusterThresholds& thresholds) {
  const SurvivorChoice choice = thresholds.survivor;
  std::vector<std::int64_t> prefer(documents.size(), 0);
  if (choice == SurvivorChoice::first) return prefer;
  const auto by_date = [&](store::DocId doc, const store::DocumentRecord&,
                           const store::DocumentNames& names) {
    prefer[doc] = -date_number(names.date);
    return Result<void>{};
  };
  const auto by_record = [&](store::DocId doc, const store::DocumentRecord& record) {
    prefer[doc] = choice == SurvivorChoice::longest ? -static_cast<std::int64_t>(record.bytes)
                                                    : descending(record.rank);
    return Result<void>{};
  };
  WHORL_RETURN_IF_ERROR(choice == SurvivorChoice::newest ? documents.for_each_named(by_date)
                                                         : documents.for_each(by_record));
  WHORL_RETURN_IF_ERROR(check_ranked(prefer, thresholds));
  return prefer;
}

Result<Assignment> link_single(SimilarPairs pairs, const ExactDuplicates& collapsed,
                               const std::vector<std::int64_t>& prefer) {
  UnionFind sets(prefer.size());
  for (store::DocId doc = 0; doc < prefer.size(); ++doc)
    sets.unite(doc, collapsed.representative[doc]);
  while (true) {
    WHORL_ASSIGN_OR_RETURN(const auto pair, pairs.next());
    if (!pair) break;
    sets.unite(pair->a, pair->b);
  }
  return most_preferred(sets, prefer);
}

Assignment link_components(const std::vector<store::DocId>& firsts,
                           const std::vector<std::int64_t>& prefer) {
  UnionFind sets(prefer.size());
  for (store::DocId doc = 0; doc < prefer.size(); ++doc) sets.unite(doc, firsts[doc]);
  return most_preferred(sets, prefer);
}

Result<Assignment> link_survivors(base::FileSystem& file_system, SimilarPairs pairs,
                                  const ExactDuplicates& collapsed,
                                  const std::vector<std::int64_t>& prefer,
                                  const base::SortBudget& budget) {
  const PreferenceOrder order(collapsed, prefer);
  base::SortBudget part = budget;
  part.name = "survivors";
  base::ExternalSorter<phases::RankedPair> sorter(file_system, part);
  while (true) {
    WHORL_ASSIGN_OR_RETURN(const auto pair, pairs.next());
    if (!pair) break;
    const auto [first, second] = std::minmax(order.ranks()[pair->a], order.ranks()[pair->b]);
    WHORL_RETURN_IF_ERROR(sorter.add({first, second}));
  }
  WHORL_ASSIGN_OR_RETURN(auto stream, sorter.finish());

  phases::SurvivorLinkage survivors(order.size());
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto pair, stream.next());
    if (!pair) break;
    survivors.add(*pair);
  }
  return Assignment{order.survivors_of_all(survivors.survivors())};
}

Result<Assignment> link_across(SimilarPairs pairs, const ExactDuplicates& collapsed,
                               store::DocId first_new) {
  struct Best {
    double resemblance = -1;
    double contained = 0;
    store::DocId doc = 0;
  };
  const std::size_t documents = collapsed.representative.size();
  std::vector<Best> best(documents - first_new);  // of representatives
  while (true) {
    WHORL_ASSIGN_OR_RETURN(const auto pair, pairs.next());
    if (!pair) break;
    const join::PairMeasures& m = pair->measures;
    Best& held = best[pair->b - first_new];
    if (std::pair(m.resemblance.value, m.b_in_a.value) >
        std::pair(held.resemblance, held.contained)) {
      held = {m.resemblance.value, m.b_in_a.value, pair->a};
    }
  }
  Assignment out;
  for (store::DocId doc = 0; doc < documents; ++doc) {
    const store::DocId own = collapsed.representative[doc];
    store::DocId survivor = doc;
    if (doc >= first_new && own < first_new) survivor = own;
    if (doc >= first_new && own >= first_new && best[own - first_new].resemblance >= 0) {
      survivor = best[own - first_new].doc;
    }
    out.survivor.push_back(survivor);
  }
  return out;
}

}  // namespace whorl::internal::cluster
