#include "registry/candidates.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <span>
#include <utility>

#include "registry/evidence.h"

namespace whorl::internal::registry {
namespace {

using OfHash = Matches::OfHash;

// Moves the hashes that are passed over to the front; how many.
std::size_t pass_over(std::vector<OfHash>& by_hash, const CommonRule& rule) {
  if (rule.from == 0) return 0;
  const auto is_common = [&](const OfHash& hash) { return hash.size() >= rule.from; };
  const auto end = std::ranges::stable_partition(by_hash, is_common).begin();
  std::ranges::stable_sort(by_hash.begin(), end, std::ranges::greater(), &OfHash::size);
  return std::min(static_cast<std::size_t>(end - by_hash.begin()), rule.most);
}

// A document that all have says little, but not nothing.
float weight_of(const OfHash& hash, std::uint64_t documents) {
  const double share = static_cast<double>(documents + 1) / static_cast<double>(hash.size());
  return static_cast<float>(std::max(std::log2(share), 1e-3));
}

// Calls body(i) for each place of an ascending list whose document the other one has too, in order.
// Steps through the smaller list and leaps in the other.
template <class Body>
void each_shared(std::span<const std::uint32_t> list, std::span<const std::uint32_t> other,
                 Body body) {
  const bool is_smaller = list.size() <= other.size();
  const std::span few = is_smaller ? list : other;
  const std::span many = is_smaller ? other : list;
  std::size_t at = 0;
  for (std::size_t i = 0; i < few.size(); ++i) {
    std::size_t leap = 1;
    while (at + leap < many.size() && many[at + leap] < few[i]) leap *= 2;
    const std::span within = many.subspan(at, std::min(leap + 1, many.size() - at));
    at += static_cast<std::size_t>(std::ranges::lower_bound(within, few[i]) - within.begin());
    if (at == many.size()) return;
    if (many[at] == few[i]) body(is_smaller ? i : at);
  }
}

// Tells of the candidates what they share.
void add_shared(std::vector<Candidate>& best, const Matches& found, std::span<const OfHash> common,
                std::span<const OfHash> counted) {
  std::vector<Candidate*> candidates;
  for (Candidate& one : best) candidates.push_back(&one);
  std::ranges::sort(candidates, {}, [](const Candidate* one) { return one->document; });
  std::vector<std::uint32_t> documents;
  for (const Candidate* one : candidates) documents.push_back(one->document);
  for (const OfHash& hash : common) {
    each_shared(documents, found.of(hash), [&](std::size_t i) { ++candidates[i]->common; });
  }
  for (const OfHash& hash : counted) {
    each_shared(documents, found.of(hash), [&](std::size_t i) {
      candidates[i]->queries.push_back(hash.query);
      candidates[i]->rare += hash.size() == 1 ? 1 : 0;
    });
  }
  for (Candidate& candidate : best) std::ranges::sort(candidate.queries);
}

// Counts documents of a single hash as all others.
void count_singles(Evidence& evidence, std::span<const OfHash> counted, std::size_t most) {
  MostEvidence all{{}, evidence.several.documents + evidence.single.documents};
  std::ranges::merge(evidence.several.best, evidence.single.best, std::back_inserter(all.best),
                     is_better);
  if (all.best.size() > most) all.best.resize(most);
  evidence.several = std::move(all);
  evidence.single = {};
  for (const OfHash& hash : counted) evidence.known[hash.query] = true;
}

// Leaves those of a single hash that are among the best of all.
void keep_best_singles(Evidence& evidence, std::size_t most) {
  if (most == 0 || evidence.several.best.size() < most) return;
  std::erase_if(evidence.single.best, [&](const DocumentEvidence& one) {
    return !is_better(one, evidence.several.best.back());
  });
}

}  // namespace

Candidates best_candidates(const Matches& found, std::size_t hashes, const CommonRule& rule,
                           std::uint64_t documents, const CandidatesWanted& wanted) {
  std::vector<OfHash> by_hash = found.hashes;
  const std::size_t passed_over = pass_over(by_hash, rule);
  const std::span<const OfHash> common = std::span(by_hash).first(passed_over);
  const std::span<const OfHash> counted = std::span(by_hash).subspan(passed_over);
  std::vector<WeighedDocuments> lists;
  for (const OfHash& hash : counted) {
    lists.push_back({found.of(hash), weight_of(hash, documents), hash.query});
  }
  Evidence evidence = most_evidence(std::move(lists), hashes, wanted.most);
  if (wanted.singles == Singles::counted) {
    count_singles(evidence, counted, wanted.most);
  } else {
    keep_best_singles(evidence, wanted.most);
  }
  const auto candidates_of = [&](const std::vector<DocumentEvidence>& best) {
    std::vector<Candidate> candidates;
    for (const DocumentEvidence& one : best) {
      candidates.push_back({one.document, one.sum, {}, 0, 0});
    }
    add_shared(candidates, found, common, counted);
    return candidates;
  };
  return {.best = candidates_of(evidence.several.best),
          .documents = evidence.several.documents,
          .known = std::move(evidence.known),
          .single = candidates_of(evidence.single.best),
          .singles = evidence.single.documents,
          .common = passed_over};
}

}  // namespace whorl::internal::registry
