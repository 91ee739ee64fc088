// The inner steps of clustering as pure functions over spans, without files and threads. `cluster`
// calls the same functions. So an engine that distributes the phases of clustering
// (docs/cluster.md) finds the same pairs, values and kept documents.
//
// Documents are numbers from 0. A set of shingles is a span of distinct hashes, ascending. A sketch
// contains the hashes of the document that are 0 modulo the modulus of the sketch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "whorl/estimate.h"

namespace whorl::phases {

using Document = std::uint32_t;
using Shingles = std::span<const std::uint64_t>;

// Two documents, a < b.
struct Pair {
  Document a;
  Document b;
  auto operator<=>(const Pair&) const = default;
};

// ---- Candidates: the prefix filter (Bayardo 2007, Xiao 2008) ----

// The sketch of a document, and those of its hashes that other documents also contain. `shared` is
// sorted by the number of documents that contain the shingle (the rarest first), then by shingle.
// This number must be the same in the calls for all documents.
struct JoinedSketch {
  Shingles hashes;
  std::uint64_t modulus = 1;
  Shingles shared;
};

// A shingle in the prefix of a document, and its position among the document's shingles, rarest
// first.
struct PrefixShingle {
  std::uint64_t shingle;
  std::uint32_t position;
  bool operator==(const PrefixShingle&) const = default;
};

// Appends the prefix of a document at a modulus: the rarest of its shingles that are 0 modulo it.
// If two sketches at that modulus have a resemblance of at least `threshold`, their prefixes share
// a shingle.
//
// `threshold` is in (0, 1]; `modulus` is a multiple of the modulus of the sketch. Shingles that
// occur only in this document come first in the order. They are counted, but not appended. Returns
// the number of shingles of the sketch at the modulus. O(hashes + shared).
std::uint64_t append_prefix(const JoinedSketch& sketch, std::uint64_t modulus, double threshold,
                            std::vector<PrefixShingle>& out);

// A document whose prefix contains a given shingle.
struct PrefixHolder {
  Document document;
  std::uint32_t size;      // number of shingles of the document at the modulus
  std::uint32_t position;  // of that shingle among the document's shingles, rarest first
  bool own;                // the sketch has this modulus, not a finer one
};

// Appends the pairs of documents that may reach the threshold, judged by sizes and positions.
// `holders` are all documents with one shingle in their prefix at one modulus, ascending by size,
// then by document. Other shingles may give the same pair again. Skips a pair if both
// sketches have a finer modulus; the pair then belongs to the coarser of the two. At most O(n²) for
// n documents, less if their sizes differ.
void append_pairs(std::span<const PrefixHolder> holders, double threshold, std::vector<Pair>& out);

// ---- Counting ----

// Numbers of compared shingles of two documents: of each document, and of both in common.
struct PairCounts {
  std::uint64_t of_a = 0;
  std::uint64_t of_b = 0;
  std::uint64_t both = 0;
  // Counts shingles that are 0 modulo this. 1: all; 0: the smallest ones of the union.
  std::uint64_t modulus = 1;
  bool operator==(const PairCounts&) const = default;
};

// Returns the counts of two sketches at the coarser of their moduli. One modulus must divide the
// other. O(|a| + |b|).
PairCounts count_pair(Shingles a, std::uint64_t modulus_a, Shingles b, std::uint64_t modulus_b);

struct PairMeasures {
  Measure resemblance;
  Measure a_in_b;
  Measure b_in_a;
};

// Returns the measures of a pair. `full_a` and `full_b` are the numbers of all distinct shingles of
// the documents. The measures are exact if the modulus is 1. Otherwise they are estimates with
// intervals of `deviations` standard deviations. O(1).
PairMeasures measures(const PairCounts& pair, std::uint64_t full_a, std::uint64_t full_b,
                      double deviations = 1.959964);

// Returns true if the resemblance, or one of the two containments, is at least its threshold. A
// threshold of 0 is ignored. O(1).
bool reaches(const PairMeasures& m, double resemblance, double containment);
// Returns true if values within the intervals can reach a threshold. O(1).
bool may_reach(const PairMeasures& m, double resemblance, double containment);

// ---- Clusters ----

// Two documents, by their ranks in the order of preference: preferred < other.
struct RankedPair {
  std::uint32_t preferred;
  std::uint32_t other;
  auto operator<=>(const RankedPair&) const = default;
};

// Linkage by kept documents. In order of preference, each document that is not taken yet is kept.
// It takes all documents that are paired with it and not taken yet. Documents are ranks; 0 is the
// most preferred.
class SurvivorLinkage {
 public:
  // Needs 4 bytes per document.
  explicit SurvivorLinkage(std::size_t documents);
  // Adds a pair. Pairs must be added in ascending order; repeated pairs are allowed. O(1).
  void add(const RankedPair& pair);
  // Returns the rank of the kept document of each rank; for a kept document, its own rank. Valid
  // after all pairs were added.
  std::span<const std::uint32_t> survivors() const { return taken_by_; }

 private:
  std::vector<std::uint32_t> taken_by_;
};

// Returns the same for all pairs at once. `pairs` are sorted. O(documents + pairs).
std::vector<std::uint32_t> resolve_survivors(std::size_t documents,
                                             std::span<const RankedPair> pairs);

// For each rank, the rank of its kept document; for a kept document, its own rank. kUndecided if it
// is not known yet.
using SurvivorsSoFar = std::span<const std::uint32_t>;
inline constexpr std::uint32_t kUndecided = UINT32_MAX;

// Finds the kept document of one document without counting all its pairs. The caller counts the
// shingles that the document shares with its candidates, in rounds and in order of preference. The
// search ends when a kept document takes it, or when no candidate is left. The result is that of
// SurvivorLinkage. n documents that are all similar need about 4 n counts.
class SurvivorSearch {
 public:
  static constexpr std::size_t kFirstRound = 4;  // candidates; each next round has 4 times as many

  // `candidates` are the ranks before `own` that may be similar to it, ascending. The search
  // changes them. They must outlive it.
  SurvivorSearch(std::uint32_t own, std::span<std::uint32_t> candidates);

  std::uint32_t own() const { return own_; }
  // Returns the candidates to count in the next round, ascending, without those that are taken.
  // Returns none if a similar candidate is kept or undecided, or if no candidate is left. Valid
  // until counted(). O(candidates that it passes).
  std::span<const std::uint32_t> next(SurvivorsSoFar survivors);
  // Sets which candidates of the round are similar, ascending.
  void counted(std::span<const std::uint32_t> similar);
  // Returns the rank of the kept document, or kUndecided if it is not known yet. O(similar
  // candidates).
  std::uint32_t survivor(SurvivorsSoFar survivors) const;

 private:
  std::uint32_t own_;
  unsigned round_ = 0;
  std::span<std::uint32_t> candidates_;
  std::size_t similar_ = 0;  // number of similar candidates, moved to the front
  std::size_t next_ = 0;     // index of the next candidate to count
};

// Single linkage. Returns for each document the first document of its connected component. Pairs
// may be in any order. O((documents + pairs) · α), where α is the inverse Ackermann function.
std::vector<Document> connected_components(std::size_t documents, std::span<const Pair> pairs);

}  // namespace whorl::phases
