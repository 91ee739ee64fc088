#include "join/pair_verifier.h"

#include <algorithm>

#include "base/gather.h"
#include "base/try.h"
#include "join/prefix_filter.h"

namespace whorl::internal::join {
namespace {

PairRecord record(const CandidatePair& pair, const sketch::Overlap& seen, std::uint32_t modulus) {
  return {pair.a,
          pair.b,
          static_cast<std::uint32_t>(seen.a),
          static_cast<std::uint32_t>(seen.b),
          static_cast<std::uint32_t>(seen.both),
          modulus};
}

// Sets of `a` and `b` shingles that share fewer do not reach the rule.
std::uint64_t min_shared(const KeepRule& rule, std::uint64_t a, std::uint64_t b) {
  const auto smaller = static_cast<double>(std::min(a, b));
  double min = smaller + 1;
  if (rule.resemblance > 0) {
    min = rule.resemblance / (1 + rule.resemblance) * static_cast<double>(a + b);
  }
  if (rule.containment > 0) min = std::min(min, rule.containment * smaller);
  return static_cast<std::uint64_t>(min);  // rounded down: one too few does no harm
}

// What is left of a whole set without the common shingles is whole.
sketch::SketchView view(sketch::ShingleSpan sketch, const store::SketchEntry& entry) {
  return {sketch, entry.modulus, entry.is_whole() ? sketch.size() : entry.full_size};
}

}  // namespace

PairVerifier::PairVerifier(const SketchedDocuments& documents, const KeepRule& rule,
                           std::uint64_t memory, unsigned threads)
    : entries_(documents.entries),
      rule_(rule),
      memory_(memory),
      threads_(threads),
      smallest_(documents.method.kind() == sketch::SketchKind::smallest),
      samples_(samples(documents.method, documents.sets)),
      sketches_(sketches(documents.sets)),
      full_sets_(full_sets(documents.sets)) {}

Result<std::vector<PairRecord>> PairVerifier::operator()(
    std::span<const CandidatePair> pairs) const {
  WHORL_ASSIGN_OR_RETURN(auto seen, count_sketches(pairs));
  WHORL_ASSIGN_OR_RETURN(auto sure, drop_chance_pairs(std::move(seen)));
  return count_full_sets(std::move(sure));
}

std::uint32_t PairVerifier::modulus_of(const CandidatePair& pair) const {
  const store::SketchEntry &a = entries_[pair.a], &b = entries_[pair.b];
  if (a.is_whole() && b.is_whole()) return 1;
  return smallest_ ? 0 : std::max(a.modulus, b.modulus);
}

PairSets PairVerifier::sketches(const store::SetReader& sets) const {
  PairSets of;
  of.load = [&](store::DocId doc, sketch::ShingleSet& out) {
    return sets.sketch(entries_[doc], out);
  };
  of.size = [this](store::DocId doc) { return std::uint64_t{entries_[doc].count}; };
  of.modulus = [this](store::DocId doc) { return std::uint64_t{entries_[doc].modulus}; };
  return of;
}

PairSets PairVerifier::samples(const sketch::Sampler& method, const store::SetReader& sets) const {
  PairSets of = sketches(sets);
  of.min_shared = [this](store::DocId a, std::uint64_t size_a, store::DocId b,
                         std::uint64_t size_b) {
    return modulus_of({a, b}) == 1 ? min_shared(rule_, size_a, size_b) : 0;
  };
  if (!smallest_) return of;
  of.compare = [&](store::DocId a, sketch::ShingleSpan of_a, store::DocId b,
                   sketch::ShingleSpan of_b) {
    return method.sample(view(of_a, entries_[a]), view(of_b, entries_[b]));
  };
  return of;
}

PairSets PairVerifier::full_sets(const store::SetReader& sets) const {
  PairSets of;
  of.load = [&](store::DocId doc, sketch::ShingleSet& out) {
    return sets.full_set(entries_[doc], out);
  };
  of.size = [this](store::DocId doc) { return entries_[doc].full_size; };
  of.modulus = [](store::DocId) { return std::uint64_t{1}; };
  of.min_shared = [this](store::DocId, std::uint64_t a, store::DocId, std::uint64_t b) {
    return min_shared(rule_, a, b);
  };
  return of;
}

bool PairVerifier::keeps(const PairRecord& pair) const {
  return reaches(measure(pair, sketch::kNormal95), rule_.resemblance, rule_.containment);
}

bool PairVerifier::may_keep(const PairRecord& pair) const {
  return may_reach(measure(pair, sketch::kNearlySure), rule_.resemblance, rule_.containment);
}

PairMeasures PairVerifier::measure(const PairRecord& pair, double deviations) const {
  return measures(pair, entries_[pair.a].full_size, entries_[pair.b].full_size, deviations);
}

// Those that reach the rule or, where only samples were seen, may reach it.
Result<std::vector<PairRecord>> PairVerifier::count_sketches(
    std::span<const CandidatePair> pairs) const {
  WHORL_ASSIGN_OR_RETURN(auto seen, overlaps(pairs, samples_, memory_, threads_));
  return base::gather<PairRecord>(pairs.size(), threads_, [&](std::size_t i, auto& out) {
    const PairRecord pair = record(pairs[i], seen[i], modulus_of(pairs[i]));
    if (is_final(pair) ? keeps(pair) : may_keep(pair)) out.push_back(pair);
  });
}

// Of two documents whose sketches keep so much at the modulus at which they are compared.
bool PairVerifier::shows_enough(const PairRecord& pair, const sketch::Overlap& kept) const {
  const double least = rule_.least_shown->at(pair.modulus, kept.a + kept.b - kept.both);
  return resemble(least, kept.a, kept.b, kept.both);
}

// Of the smallest hashes the sketches keep more than was looked at.
Result<std::vector<PairRecord>> PairVerifier::drop_chance_pairs(
    std::vector<PairRecord> seen) const {
  if (!rule_.least_shown) return seen;
  if (!smallest_) {
    std::erase_if(seen, [this](const PairRecord& pair) {
      return !shows_enough(pair, {pair.of_a, pair.of_b, pair.both});
    });
    return seen;
  }
  std::vector<CandidatePair> pairs;
  for (const PairRecord& pair : seen) pairs.push_back({pair.a, pair.b});
  WHORL_ASSIGN_OR_RETURN(const auto kept, overlaps(pairs, sketches_, memory_, threads_));
  return base::gather<PairRecord>(seen.size(), threads_, [&](std::size_t i, auto& out) {
    if (shows_enough(seen[i], kept[i])) out.push_back(seen[i]);
  });
}

// Those of `seen` that reach the rule, with the counts of the full sets.
Result<std::vector<PairRecord>> PairVerifier::count_full_sets(std::vector<PairRecord> seen) const {
  std::vector<CandidatePair> sampled;
  std::vector<std::size_t> ranks;  // among the sampled
  for (const PairRecord& pair : seen) {
    ranks.push_back(sampled.size());
    if (!is_final(pair)) sampled.push_back({pair.a, pair.b});
  }
  if (sampled.empty()) return seen;
  WHORL_ASSIGN_OR_RETURN(auto counted, overlaps(sampled, full_sets_, memory_, threads_));
  return base::gather<PairRecord>(seen.size(), threads_, [&](std::size_t i, auto& out) {
    if (is_final(seen[i])) return out.push_back(seen[i]);
    const PairRecord pair = record({seen[i].a, seen[i].b}, counted[ranks[i]], 1);
    if (keeps(pair)) out.push_back(pair);
  });
}

}  // namespace whorl::internal::join
