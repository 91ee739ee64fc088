// The pairs that phase 3 kept: what was counted of each, from which every measure follows.
#pragma once

#include <functional>

#include "base/disk.h"
#include "cluster/common_shingles.h"
#include "cluster/documents.h"
#include "cluster/pair_source.h"
#include "whorl/progress.h"

namespace whorl::clustering {

// `pairs.bin` is these, sorted by (a, b). Format: docs/format.md, "pairs".
struct PairRecord {
  DocId a;
  DocId b;
  std::uint32_t of_a;  // shingles of a that were looked at
  std::uint32_t of_b;
  std::uint32_t both;  // shared by the two
  // Looked at were those 0 mod this; 1: all, so figures are exact; 0: the smallest of the union.
  std::uint32_t modulus;
  auto operator<=>(const PairRecord&) const = default;
};

// The measures of a pair, given the documents' full sizes.
struct PairMeasures {
  Measure resemblance;
  Measure a_in_b;
  Measure b_in_a;
};
PairMeasures measures(const PairRecord& pair, std::uint64_t full_a, std::uint64_t full_b,
                      double deviations = kNormal95);

// Whether the resemblance or the containment of one in the other reaches its threshold; 0 is no
// threshold.
bool reaches(const PairMeasures& m, double resemblance, double containment);
// Whether that is within the intervals.
bool may_reach(const PairMeasures& m, double resemblance, double containment);

// Loads sets of shingles: from the sketch where it is the whole set, else from shingles.bin.
// Common shingles, where the store leaves them out, are not among them.
class SetReader {
 public:
  static Result<SetReader> open(Disk& disk, const Disk::Path& store);
  Result<void> full_set(const SketchEntry& entry, ShingleSet& out) const;
  Result<void> sketch(const SketchEntry& entry, ShingleSet& out) const;
  // For sets from elsewhere that are compared with the store's.
  void remove_common(ShingleSet& set) const { common_.remove_from(set); }

 private:
  SetReader(HashListReader sketches, HashListReader shingles, CommonShingles common)
      : sketches_(std::move(sketches)),
        shingles_(std::move(shingles)),
        common_(std::move(common)) {}
  HashListReader sketches_;
  HashListReader shingles_;
  CommonShingles common_;
};

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
Result<VerifyStats> verify_pairs(Disk& disk, const Disk::Path& path,
                                 std::span<const SketchEntry> entries, const SketchMethod& method,
                                 const SetReader& sets, const PairSource& candidates,
                                 const KeepRule& rule, std::uint64_t memory, unsigned threads,
                                 Progress& progress);

// All kept pairs in order.
class PairScan {
 public:
  static Result<PairScan> open(Disk& disk, const Disk::Path& path);
  std::uint64_t size() const { return size_; }
  // The next pair, or null at the end; valid until the next call.
  Result<const PairRecord*> next();

 private:
  std::unique_ptr<ReadableFile> file_;
  std::uint64_t size_ = 0;
  std::uint64_t read_ = 0;
  std::vector<PairRecord> window_;
  std::size_t at_ = 0;
};

}  // namespace whorl::clustering
