// The inner steps of clustering as pure functions over spans: no files, no threads. `cluster`
// itself calls them, so an engine that distributes its phases (docs/cluster.md) finds the same
// pairs, values and kept documents by calling them too.
//
// Documents are numbers from 0. A set of shingles is a span of distinct hashes, ascending; that of
// a sketch contains those hashes of the document that are 0 modulo the sketch's modulus.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "whorl/estimate.h"

namespace whorl::phases {

using Document = std::uint32_t;
using Shingles = std::span<const std::uint64_t>;

// a < b.
struct Pair {
  Document a;
  Document b;
  auto operator<=>(const Pair&) const = default;
};

// ---- Candidates: the prefix filter (Bayardo 2007, Xiao 2008) ----

// A document's sketch, and those of its shingles that other documents hold too, rarest first: by
// documents that contain it, then by shingle. Every document must be given the same documents that
// contain it of a shingle.
struct JoinedSketch {
  Shingles hashes;
  std::uint64_t modulus = 1;
  Shingles shared;
};

// A shingle of a document's prefix, and its position in the document's order, rarest first.
struct PrefixShingle {
  std::uint64_t shingle;
  std::uint32_t position;
  bool operator==(const PrefixShingle&) const = default;
};

// Appends the prefix of a document at a modulus, of those shingles that are 0 modulo it: two
// documents whose sketches at that modulus resemble each other by `threshold`, from over 0 to 1,
// share one of both prefixes. `modulus` is a multiple of the sketch's. Shingles in one document
// only come first in the order and are counted, not appended. Returns how many shingles the sketch
// has at the modulus. O(hashes + shared).
std::uint64_t append_prefix(const JoinedSketch& sketch, std::uint64_t modulus, double threshold,
                            std::vector<PrefixShingle>& out);

// A document in whose prefix a shingle is.
struct PrefixHolder {
  Document document;
  std::uint32_t size;      // shingles of the document at the modulus
  std::uint32_t position;  // of the shingle among those, rarest first
  bool own;                // the document's sketch is kept at this modulus, and not at a finer one
};

// Appends the pairs of the documents in whose prefix one shingle is at one modulus that may reach
// the threshold by their sizes and positions. `holders` ascend by size, then document. A pair may
// come again of another shingle. A pair of two sketches that are both finer is left to their own
// modulus. O(holders²) at most: sizes bound it.
void append_pairs(std::span<const PrefixHolder> holders, double threshold, std::vector<Pair>& out);

// ---- Counting ----

// Shingles of two documents that were compared, and how many both have.
struct PairCounts {
  std::uint64_t of_a = 0;
  std::uint64_t of_b = 0;
  std::uint64_t both = 0;
  std::uint64_t modulus = 1;  // those 0 modulo this; 1: all; 0: the smallest of the union
  bool operator==(const PairCounts&) const = default;
};

// Counts two sketches at the coarser of their moduli; one divides the other. O(|a| + |b|).
PairCounts count_pair(Shingles a, std::uint64_t modulus_a, Shingles b, std::uint64_t modulus_b);

struct PairMeasures {
  Measure resemblance;
  Measure a_in_b;
  Measure b_in_a;
};

// The measures of a pair of documents of `full_a` and `full_b` shingles in all: exact where the
// modulus is 1, else with intervals of that many standard deviations. O(1).
PairMeasures measures(const PairCounts& pair, std::uint64_t full_a, std::uint64_t full_b,
                      double deviations = 1.959964);

// Whether the resemblance, or the containment of one in the other, reaches its threshold; a
// threshold of 0 is none. O(1).
bool reaches(const PairMeasures& m, double resemblance, double containment);
// Whether a value within the intervals does.
bool may_reach(const PairMeasures& m, double resemblance, double containment);

// ---- Clusters ----

// A pair of documents by their ranks in the order of preference: preferred < other.
struct RankedPair {
  std::uint32_t preferred;
  std::uint32_t other;
  auto operator<=>(const RankedPair&) const = default;
};

// Linkage by kept documents: in order of preference each document that no kept document took
// survives, and takes those that are paired with it and free. Documents are ranks, the most
// preferred 0.
class SurvivorLinkage {
 public:
  // 4 bytes a document.
  explicit SurvivorLinkage(std::size_t documents);
  // Pairs come in ascending order; one may come several times. O(1).
  void add(const RankedPair& pair);
  // The rank of each one's kept document, itself where it survives, once all pairs were added.
  std::span<const std::uint32_t> survivors() const { return taken_by_; }

 private:
  std::vector<std::uint32_t> taken_by_;
};

// The same of pairs at hand, sorted. O(documents + pairs).
std::vector<std::uint32_t> resolve_survivors(std::size_t documents,
                                             std::span<const RankedPair> pairs);

// Of each rank the rank of its kept document, its own where it survives itself, and kUndecided
// where that is not known yet.
using SurvivorsSoFar = std::span<const std::uint32_t>;
inline constexpr std::uint32_t kUndecided = UINT32_MAX;

// How one document finds its kept document where not all pairs are counted beforehand: it counts
// itself against its candidates in order of preference, in rounds, until a kept document takes it
// or none is left. The result is that of SurvivorLinkage; n documents that are all similar take
// some 4 n counts.
class SurvivorSearch {
 public:
  static constexpr std::size_t kFirstRound = 4;  // candidates; four times as many in each next

  // `candidates` are the ranks before `own` that may be similar to it, ascending. They are changed,
  // and must outlive the search.
  SurvivorSearch(std::uint32_t own, std::span<std::uint32_t> candidates);

  std::uint32_t own() const { return own_; }
  // The candidates to count in the next round, ascending, without those that were taken. None where
  // one that is similar is undecided, or none is left. Valid until counted(). O(passed over).
  std::span<const std::uint32_t> next(SurvivorsSoFar survivors);
  // Which of those are similar, ascending.
  void counted(std::span<const std::uint32_t> similar);
  // What is known by now of its own kept document. O(similar ones).
  std::uint32_t survivor(SurvivorsSoFar survivors) const;

 private:
  std::uint32_t own_;
  unsigned round_ = 0;
  std::span<std::uint32_t> candidates_;
  std::size_t similar_ = 0;  // of the candidates, moved to the front
  std::size_t next_ = 0;     // candidate to count
};

// Single linkage: the first document of the component of each, by pairs in any order.
// O((documents + pairs) · α).
std::vector<Document> connected_components(std::size_t documents, std::span<const Pair> pairs);

}  // namespace whorl::phases
