#include "jobs/collection/join/pair_verifier.h"

#include <algorithm>

#include "base/counting_sort.h"
#include "base/gather.h"
#include "base/parallel.h"
#include "base/try.h"
#include "fingerprints/sketch/lane_table.h"
#include "jobs/collection/join/prefix_filter.h"
#include "whorl/phases.h"

namespace whorl::internal::join {
namespace {

// Memory of a thread for a hash in a lane's set and in the table.
constexpr std::uint64_t kBytesAHash = sizeof(std::uint64_t) + sketch::LaneTable::kBytesAHash;
constexpr std::uint64_t kMinHashes = 1 << 14;
constexpr std::size_t kPairsAStripe = 1 << 18;
// One insertion or lookup in a table costs as much as merging this many hashes.
constexpr std::uint64_t kLookUp = 8;

// The pairs of one task: their first documents are at most LaneTable::kLanes.
struct Stripe {
  std::size_t begin;
  std::size_t end;
};

std::vector<Stripe> stripes_of(std::span<const CandidatePair> pairs, const PairSets& sets,
                               std::uint64_t hashes_a_table) {
  std::vector<Stripe> stripes;
  unsigned firsts = 0;
  std::uint64_t hashes = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (i == 0 || pairs[i].a != pairs[i - 1].a) {
      const std::uint64_t size = sets.size(pairs[i].a);
      ++firsts;
      hashes += size;
      if (i == 0 || firsts > sketch::LaneTable::kLanes || hashes > hashes_a_table ||
          i - stripes.back().begin >= kPairsAStripe) {
        stripes.push_back({i, i});
        firsts = 1;
        hashes = size;
      }
    }
    stripes.back().end = i + 1;
  }
  return stripes;
}

// A set, and the number of its hashes that are 0 mod a given modulus.
class LeveledSet {
 public:
  Result<void> load(const PairSets& sets, store::DocId doc) {
    sizes_.clear();
    modulus_ = sets.modulus(doc);
    return sets.load(doc, hashes_);
  }

  const sketch::ShingleSet& hashes() const { return hashes_; }
  std::uint64_t modulus() const { return modulus_; }

  std::uint64_t size_at(std::uint64_t modulus) {
    if (modulus == modulus_) return hashes_.size();
    for (const auto& [known, size] : sizes_) {
      if (known == modulus) return size;
    }
    const std::uint64_t size = sketch::count_multiples(hashes_, modulus);
    sizes_.emplace_back(modulus, size);
    return size;
  }

 private:
  sketch::ShingleSet hashes_;
  std::uint64_t modulus_ = 1;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> sizes_;  // by modulus
};

// A pair of a stripe.
struct BySecond {
  store::DocId b;
  std::uint32_t at;
};

// Counts the pairs of a stripe through a table of its first documents.
class LaneCount {
 public:
  LaneCount(std::span<const CandidatePair> pairs, const PairSets& sets, std::uint64_t hashes)
      : pairs_(pairs), sets_(sets), max_hashes_(hashes), lane_of_(pairs.size()) {
    by_second_.reserve(pairs.size());
    store::DocId last = 0;
    for (const CandidatePair& pair : pairs) {
      by_second_.push_back({pair.b, static_cast<std::uint32_t>(by_second_.size())});
      last = std::max(last, pair.b);
    }
    base::counting_sort(by_second_, last, [](const BySecond& pair) { return pair.b; });
  }

  // True if this is less work than merging pair by pair.
  bool pays() const {
    std::uint64_t hashes = 0, looked_up = 0, merged = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const store::DocId a = pairs_[i].a, b = by_second_[i].b;
      merged += sets_.size(a) + sets_.size(b);
      if (i == 0 || pairs_[i - 1].a != a) hashes += sets_.size(a);
      if (i == 0 || by_second_[i - 1].b != b) looked_up += sets_.size(b);
    }
    looked_up += hashes;
    return hashes <= max_hashes_ && looked_up * kLookUp < merged;
  }

  // False if the hashes are badly distributed, so that a table cannot be used.
  Result<bool> count(std::span<sketch::Overlap> out) {
    auto filled = fill_lanes();
    if (!filled || !*filled) return filled;
    LeveledSet second;
    sketch::LaneOverlaps both;
    for (std::size_t i = 0; i < by_second_.size(); ++i) {
      const auto [b, at] = by_second_[i];
      if (i == 0 || by_second_[i - 1].b != b) {
        WHORL_RETURN_IF_ERROR(second.load(sets_, b));
        both = table_.overlaps(second.hashes());
      }
      LeveledSet& first = lanes_[lane_of_[at]];
      const std::uint64_t modulus = std::max(first.modulus(), second.modulus());
      out[at] = {first.size_at(modulus), second.size_at(modulus), both.of(lane_of_[at])};
    }
    return true;
  }

 private:
  Result<bool> fill_lanes() {
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (i == 0 || pairs_[i].a != pairs_[i - 1].a) {
        WHORL_RETURN_IF_ERROR(lanes_.emplace_back().load(sets_, pairs_[i].a));
      }
      lane_of_[i] = static_cast<std::uint8_t>(lanes_.size() - 1);
    }
    for (unsigned lane = 0; lane < lanes_.size(); ++lane) {
      if (!table_.add(lane, lanes_[lane].hashes())) return false;
    }
    return true;
  }

  std::span<const CandidatePair> pairs_;
  const PairSets& sets_;
  std::uint64_t max_hashes_;  // in the table
  std::vector<LeveledSet> lanes_;
  std::vector<std::uint8_t> lane_of_;  // of each pair
  std::vector<BySecond> by_second_;
  sketch::LaneTable table_;
};

Result<void> count_stripe(std::span<const CandidatePair> pairs, const PairSets& sets,
                          std::uint64_t hashes_a_table, std::span<sketch::Overlap> out) {
  if (!sets.compare) {
    LaneCount lanes(pairs, sets, hashes_a_table);
    WHORL_ASSIGN_OR_RETURN(const bool counted, lanes.pays() ? lanes.count(out) : false);
    if (counted) return {};
  }
  return overlaps_one_by_one(pairs, sets, out);
}

sketch::Overlap compare(const PairSets& sets, store::DocId a, sketch::ShingleSpan of_a,
                        store::DocId b, sketch::ShingleSpan of_b) {
  if (sets.compare) return sets.compare(a, of_a, b, of_b);
  const std::uint64_t m = sets.modulus(a), n = sets.modulus(b);
  if (m != n) {
    const phases::PairCounts counts = phases::count_pair(of_a, m, of_b, n);
    return {counts.of_a, counts.of_b, counts.both};
  }
  const std::uint64_t min = sets.min_shared ? sets.min_shared(a, of_a.size(), b, of_b.size()) : 0;
  return sketch::overlap_from(min, of_a, of_b);
}

PairRecord record(const CandidatePair& pair, const sketch::Overlap& seen, std::uint32_t modulus) {
  return {pair.a,
          pair.b,
          static_cast<std::uint32_t>(seen.a),
          static_cast<std::uint32_t>(seen.b),
          static_cast<std::uint32_t>(seen.both),
          modulus};
}

// If sets of `a` and `b` shingles share fewer, they do not reach the rule.
std::uint64_t min_shared(const KeepRule& rule, std::uint64_t a, std::uint64_t b) {
  const auto smaller = static_cast<double>(std::min(a, b));
  double min = smaller + 1;
  if (rule.resemblance > 0) {
    min = rule.resemblance / (1 + rule.resemblance) * static_cast<double>(a + b);
  }
  if (rule.containment > 0) min = std::min(min, rule.containment * smaller);
  return static_cast<std::uint64_t>(min);  // rounded down, because one too few is safe
}

// A whole set stays whole without its stop shingles.
sketch::SketchView view(sketch::ShingleSpan sketch, const store::SketchEntry& entry) {
  return {sketch, entry.modulus, entry.is_whole() ? sketch.size() : entry.full_size};
}

}  // namespace

bool ShownRule::is_met_by(const sketch::Overlap& kept, std::uint64_t modulus) const {
  const auto contains = [&](std::uint64_t of) {
    return kept.both >= min_shared(containment.at(modulus, of), of);
  };
  const std::uint64_t in_union = kept.a + kept.b - kept.both;
  if (!resemblance.seeks_none() &&
      resemble(resemblance.at(modulus, in_union), kept.a, kept.b, kept.both)) {
    return true;
  }
  return !containment.seeks_none() && kept.both > 0 && (contains(kept.a) || contains(kept.b));
}

Result<void> overlaps_one_by_one(std::span<const CandidatePair> pairs, const PairSets& sets,
                                 std::span<sketch::Overlap> out) {
  sketch::ShingleSet first, second;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [a, b] = pairs[i];
    if (i == 0 || a != pairs[i - 1].a) {
      WHORL_RETURN_IF_ERROR(sets.load(a, first));
    }
    WHORL_RETURN_IF_ERROR(sets.load(b, second));
    out[i] = compare(sets, a, first, b, second);
  }
  return {};
}

Result<std::vector<sketch::Overlap>> overlaps(std::span<const CandidatePair> pairs,
                                              const PairSets& sets, std::uint64_t memory,
                                              unsigned threads) {
  std::vector<sketch::Overlap> counted(pairs.size());
  const std::uint64_t hashes =
      std::max(kMinHashes, memory / base::thread_count(threads) / kBytesAHash);
  const std::vector<Stripe> stripes = stripes_of(pairs, sets, hashes);
  std::vector<Result<void>> results(stripes.size());
  base::parallel_for(stripes.size(), threads, [&](std::size_t i) {
    const Stripe& stripe = stripes[i];
    const std::size_t size = stripe.end - stripe.begin;
    results[i] = count_stripe(pairs.subspan(stripe.begin, size), sets, hashes,
                              std::span(counted).subspan(stripe.begin, size));
  });
  for (const auto& result : results) {
    WHORL_RETURN_IF_ERROR(result);
  }
  return counted;
}

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

// Those that reach the rule or, if only samples were seen, may reach it.
Result<std::vector<PairRecord>> PairVerifier::count_sketches(
    std::span<const CandidatePair> pairs) const {
  WHORL_ASSIGN_OR_RETURN(auto seen, overlaps(pairs, samples_, memory_, threads_));
  return base::gather<PairRecord>(pairs.size(), threads_, [&](std::size_t i, auto& out) {
    const PairRecord pair = record(pairs[i], seen[i], modulus_of(pairs[i]));
    if (is_final(pair) ? keeps(pair) : may_keep(pair)) out.push_back(pair);
  });
}

// For the smallest hashes, the sketches keep more than was compared.
Result<std::vector<PairRecord>> PairVerifier::drop_chance_pairs(
    std::vector<PairRecord> seen) const {
  if (!rule_.shown) return seen;
  if (!smallest_) {
    std::erase_if(seen, [this](const PairRecord& pair) {
      return !rule_.shown->is_met_by({pair.of_a, pair.of_b, pair.both}, pair.modulus);
    });
    return seen;
  }
  std::vector<CandidatePair> pairs;
  for (const PairRecord& pair : seen) pairs.push_back({pair.a, pair.b});
  WHORL_ASSIGN_OR_RETURN(const auto kept, overlaps(pairs, sketches_, memory_, threads_));
  return base::gather<PairRecord>(seen.size(), threads_, [&](std::size_t i, auto& out) {
    if (rule_.shown->is_met_by(kept[i], seen[i].modulus)) out.push_back(seen[i]);
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
