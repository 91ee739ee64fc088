// The rules by which pairs of documents are counted and kept.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "fingerprints/sketch/measure.h"
#include "fingerprints/sketch/sketch.h"
#include "jobs/collection/join/records.h"
#include "store/document_table.h"
#include "store/records.h"
#include "store/set_reader.h"
#include "whorl/phases.h"
#include "whorl/progress.h"

namespace whorl::internal::join {

// The counts of a pair, and the measures that follow from them.

// `pairs.bin` is these, sorted by (a, b). Format: docs/format.md, "pairs".
struct PairRecord {
  store::DocId a;
  store::DocId b;
  std::uint32_t of_a;  // shingles of a that were compared
  std::uint32_t of_b;
  std::uint32_t both;  // shared by the two
  // Only shingles 0 mod this were compared; 1: all, so values are exact; 0: the smallest of the
  // union.
  std::uint32_t modulus;
  auto operator<=>(const PairRecord&) const = default;
};

using phases::may_reach;
using phases::PairMeasures;
using phases::reaches;

// The measures of a pair, given the documents' full sizes.
inline PairMeasures measures(const PairRecord& pair, std::uint64_t full_a, std::uint64_t full_b,
                             double deviations = sketch::kNormal95) {
  return phases::measures({pair.of_a, pair.of_b, pair.both, pair.modulus}, full_a, full_b,
                          deviations);
}

// How similar the sketches of two documents must be for the documents to be counted.

// The least resemblance, or containment, that two sketches show if their documents reach a
// threshold. The more hashes the sketches have, the closer it is to the threshold. For sketches of
// all shingles it is the threshold.
class LeastShown {
 public:
  // The same for any two; 0: no pairs are wanted.
  explicit LeastShown(double constant) : threshold_(constant) {}
  // For two documents whose resemblance is `threshold`. Keeps a reference to the method.
  static LeastShown of_resemblance(const sketch::Sampler& method, double threshold) {
    return {method, threshold, &resemblance_shown};
  }
  // For a document that is contained in another by `threshold`.
  static LeastShown of_containment(const sketch::Sampler& method, double threshold) {
    return {method, threshold, &containment_shown};
  }

  bool seeks_none() const { return threshold_ <= 0; }
  // The least for any two sketches.
  double anywhere() const {
    return method_ == nullptr ? threshold_ : shown_(*method_, threshold_, 0);
  }
  // The least for two sketches that are compared at this modulus. They keep at least `hashes` of
  // their union, or, for containment, of the document that is contained.
  double at(std::uint64_t modulus, std::uint64_t hashes) const {
    return method_ == nullptr || (modulus == 1 && is_exact_when_whole())
               ? threshold_
               : shown_(*method_, threshold_, hashes);
  }

 private:
  using Shown = double (*)(const sketch::Sampler& method, double threshold, std::uint64_t hashes);
  LeastShown(const sketch::Sampler& method, double threshold, Shown shown)
      : method_(&method), threshold_(threshold), shown_(shown) {}

  static double resemblance_shown(const sketch::Sampler& method, double t, std::uint64_t in_union) {
    return method.of_kept_sets(method.least_shown(t, in_union));
  }
  static double containment_shown(const sketch::Sampler& method, double t, std::uint64_t kept) {
    return method.least_contained(t, kept);
  }
  bool is_exact_when_whole() const { return method_->kind() != sketch::SketchKind::smallest; }

  const sketch::Sampler* method_ = nullptr;
  double threshold_;
  Shown shown_ = nullptr;
};

// A pair is counted if its sketches show enough resemblance or enough containment.
struct ShownRule {
  LeastShown resemblance;
  LeastShown containment;

  // True if a pair shows enough of one measure and its sketches keep these hashes at `modulus`.
  bool is_met_by(const sketch::Overlap& kept, std::uint64_t modulus) const;
};

struct KeepRule {
  double resemblance = 0.5;
  double containment = 0;
  bool verify = true;  // count on the full sets; otherwise keep the counts of the sketches
  // Pairs whose sketches show less are dropped. A join finds some of them by chance, and its memory
  // decides which ones. Empty: no pair is dropped.
  std::optional<ShownRule> shown = {};
  // True for candidates to skip; empty: none. Called on its own thread, one call at a time.
  std::function<bool(const CandidatePair&)> passes_over = {};
};

// Documents by number: their sketches, which are at the positions in `entries` and made by
// `method`, and full sets.
struct SketchedDocuments {
  std::span<const store::SketchEntry> entries;
  const sketch::Sampler& method;
  const store::SetReader& sets;
};

// `memory` in bytes limits the pairs that are counted at a time, and their sets in memory.
struct CountingRun {
  std::uint64_t memory;
  unsigned threads;  // 0: one a core
  Progress& progress;
};

}  // namespace whorl::internal::join
