// The pairs that phase 3 kept: what was counted of each, from which every measure follows.
#pragma once

#include <functional>

#include "base/file_system.h"
#include "join/candidate_stream.h"
#include "store/document_table.h"
#include "store/set_reader.h"
#include "whorl/progress.h"

namespace whorl::internal::join {

// `pairs.bin` is these, sorted by (a, b). Format: docs/format.md, "pairs".
struct PairRecord {
  store::DocId a;
  store::DocId b;
  std::uint32_t of_a;  // shingles of a that were looked at
  std::uint32_t of_b;
  std::uint32_t both;  // shared by the two
  // Looked at were those 0 mod this; 1: all, so figures are exact; 0: the smallest of the union.
  std::uint32_t modulus;
  auto operator<=>(const PairRecord&) const = default;
};

// The measures of a pair, given the documents' full sizes.
struct PairMeasures {
  sketch::Measure resemblance;
  sketch::Measure a_in_b;
  sketch::Measure b_in_a;
};
PairMeasures measures(const PairRecord& pair, std::uint64_t full_a, std::uint64_t full_b,
                      double deviations = sketch::kNormal95);

// Whether the resemblance or the containment of one in the other reaches its threshold; 0 is no
// threshold.
bool reaches(const PairMeasures& m, double resemblance, double containment);
// Whether that is within the intervals.
bool may_reach(const PairMeasures& m, double resemblance, double containment);

struct KeepRule {
  double resemblance = 0.5;
  double containment = 0;
  bool verify = true;  // count on the full sets; else what the sketches say is kept
  // Candidates; empty: none. Called on a thread of its own, one call at a time.
  std::function<bool(const CandidatePair&)> passes_over = {};
};

struct VerifyStats {
  std::uint64_t candidates = 0;
  std::uint64_t kept = 0;
};

// Counts every candidate once and writes those that reach the rule to `path`, on the disk
// when it returns. Sketches, which `entries` place, are made by `method`. Parallel; `memory` in
// bytes bounds the candidates that are counted at a time, and the sets that are held for that.
Result<VerifyStats> verify_pairs(base::FileSystem& file_system, const base::FileSystem::Path& path,
                                 std::span<const store::SketchEntry> entries,
                                 const sketch::SketchMethod& method, const store::SetReader& sets,
                                 const CandidateStream& candidates, const KeepRule& rule,
                                 std::uint64_t memory, unsigned threads, Progress& progress);

// All kept pairs in order.
class PairScan {
 public:
  static Result<PairScan> open(base::FileSystem& file_system, const base::FileSystem::Path& path);
  std::uint64_t size() const { return size_; }
  // The next pair, or null at the end; valid until the next call.
  Result<const PairRecord*> next();

 private:
  std::unique_ptr<base::ReadableFile> file_;
  std::uint64_t size_ = 0;
  std::uint64_t read_ = 0;
  std::vector<PairRecord> window_;
  std::size_t at_ = 0;
};

}  // namespace whorl::internal::join
