#include "join/overlap_counts.h"

#include <algorithm>

#include "base/counting_sort.h"
#include "base/parallel.h"
#include "base/try.h"
#include "sketch/lane_table.h"
#include "whorl/phases.h"

namespace whorl::internal::join {
namespace {

// Of a thread: a hash in a lane's set and in the table.
constexpr std::uint64_t kBytesAHash = sizeof(std::uint64_t) + sketch::LaneTable::kBytesAHash;
constexpr std::uint64_t kMinHashes = 1 << 14;
constexpr std::size_t kPairsAStripe = 1 << 18;
// A hash that is put into a table or sought there costs as much as so many that are merged.
constexpr std::uint64_t kLookUp = 8;

// Pairs of one task: up to LaneTable::kLanes documents come first in them.
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

// A set, and how many of its hashes are 0 mod what was asked for.
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

  // Whether this is less work than to merge pair by pair.
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

  // False where the hashes are no hashes, so that a table does not serve.
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

}  // namespace

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

}  // namespace whorl::internal::join
