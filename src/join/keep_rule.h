// Which pairs are kept, and what counts them may use.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "join/least_shown.h"
#include "join/records.h"
#include "sketch/sketch.h"
#include "store/document_table.h"
#include "store/set_reader.h"
#include "whorl/progress.h"

namespace whorl::internal::join {

struct KeepRule {
  double resemblance = 0.5;
  double containment = 0;
  bool verify = true;  // count on the full sets; else what the sketches say is kept
  // Pairs whose sketches show less are dropped: upon which of them a join comes depends on how its
  // prefixes were looked through, and so on memory. Empty: none are.
  std::optional<LeastShown> least_shown = {};
  // Candidates; empty: none. Called on a thread of its own, one call at a time.
  std::function<bool(const CandidatePair&)> passes_over = {};
};

// Documents by number: their sketches, which `entries` place and `method` made, and full sets.
struct SketchedDocuments {
  std::span<const store::SketchEntry> entries;
  const sketch::Sampler& method;
  const store::SetReader& sets;
};

// `memory` in bytes bounds the pairs that are counted at a time, and the sets that are held for
// that.
struct CountingRun {
  std::uint64_t memory;
  unsigned threads;  // 0: one a core
  Progress& progress;
};

}  // namespace whorl::internal::join
