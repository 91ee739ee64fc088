#include "cluster/pairs.h"

#include <algorithm>
#include <future>
#include <optional>

#include "base/gather.h"
#include "cluster/pair_overlaps.h"
#include "cluster/stopped.h"

namespace whorl::clustering {
namespace {

constexpr std::size_t kWindow = 8192;         // pairs
constexpr std::size_t kCandidateBytes = 128;  // while it is counted

PairRecord record(const CandidatePair& pair, const Overlap& seen, std::uint32_t modulus) {
  return {pair.a,
          pair.b,
          static_cast<std::uint32_t>(seen.a),
          static_cast<std::uint32_t>(seen.b),
          static_cast<std::uint32_t>(seen.both),
          modulus};
}

// Sets of `a` and `b` shingles that share fewer do not reach the rule.
std::uint64_t least_shared(const KeepRule& rule, std::uint64_t a, std::uint64_t b) {
  const auto smaller = static_cast<double>(std::min(a, b));
  double least = smaller + 1;
  if (rule.resemblance > 0) {
    least = rule.resemblance / (1 + rule.resemblance) * static_cast<double>(a + b);
  }
  if (rule.containment > 0) least = std::min(least, rule.containment * smaller);
  return static_cast<std::uint64_t>(least);  // rounded down: one too few does no harm
}

// Counts blocks of candidates on their sketches, then what is left on the full sets.
class PairCounter {
 public:
  PairCounter(std::span<const SketchEntry> entries, const SketchMethod& method,
              const SetReader& sets, const KeepRule& rule, std::uint64_t memory, unsigned threads)
      : entries_(entries),
        rule_(rule),
        memory_(memory),
        threads_(threads),
        smallest_(method.kind() == SketchKind::smallest),
        sketches_(sketches(method, sets)),
        full_sets_(full_sets(sets)) {}

  // Those that reach the rule, in the order they came.
  Result<std::vector<PairRecord>> operator()(std::span<const CandidatePair> pairs) const {
    auto seen = count_sketches(pairs);
    return seen ? count_full_sets(std::move(*seen)) : seen;
  }

 private:
  PairSets sketches(const SketchMethod& method, const SetReader& sets) const {
    PairSets of;
    of.load = [&](DocId doc, ShingleSet& out) { return sets.sketch(entries_[doc], out); };
    of.size = [this](DocId doc) { return std::uint64_t{entries_[doc].count}; };
    of.modulus = [this](DocId doc) { return std::uint64_t{entries_[doc].modulus}; };
    of.least = [this](DocId a, std::uint64_t size_a, DocId b, std::uint64_t size_b) {
      return modulus_of({a, b}) == 1 ? least_shared(rule_, size_a, size_b) : 0;
    };
    if (!smallest_) return of;
    of.compare = [&](DocId a, ShingleSpan of_a, DocId b, ShingleSpan of_b) {
      return method.sample(view(of_a, entries_[a]), view(of_b, entries_[b]));
    };
    return of;
  }

  PairSets full_sets(const SetReader& sets) const {
    PairSets of;
    of.load = [&](DocId doc, ShingleSet& out) { return sets.full_set(entries_[doc], out); };
    of.size = [this](DocId doc) { return entries_[doc].full_size; };
    of.modulus = [](DocId) { return std::uint64_t{1}; };
    of.least = [this](DocId, std::uint64_t a, DocId, std::uint64_t b) {
      return least_shared(rule_, a, b);
    };
    return of;
  }

  // What is left of a whole set without the common shingles is whole.
  static SketchView view(ShingleSpan sketch, const SketchEntry& entry) {
    return {sketch, entry.modulus, entry.is_whole() ? sketch.size() : entry.full_size};
  }

  std::uint32_t modulus_of(const CandidatePair& pair) const {
    const SketchEntry &a = entries_[pair.a], &b = entries_[pair.b];
    if (a.is_whole() && b.is_whole()) return 1;
    return smallest_ ? 0 : std::max(a.modulus, b.modulus);
  }

  bool keeps(const PairRecord& pair) const {
    return reaches(measure(pair, kNormal95), rule_.resemblance, rule_.containment);
  }

  bool may_keep(const PairRecord& pair) const {
    return may_reach(measure(pair, kNearlySure), rule_.resemblance, rule_.containment);
  }

  PairMeasures measure(const PairRecord& pair, double deviations) const {
    return measures(pair, entries_[pair.a].full_size, entries_[pair.b].full_size, deviations);
  }

  // Those that reach the rule or, where only samples were seen, may reach it.
  Result<std::vector<PairRecord>> count_sketches(std::span<const CandidatePair> pairs) const {
    auto seen = overlaps(pairs, sketches_, memory_, threads_);
    if (!seen) return tl::unexpected(seen.error());
    return gather<PairRecord>(pairs.size(), threads_, [&](std::size_t i, auto& out) {
      const PairRecord pair = record(pairs[i], (*seen)[i], modulus_of(pairs[i]));
      if (is_final(pair) ? keeps(pair) : may_keep(pair)) out.push_back(pair);
    });
  }

  // Those of `seen` that reach the rule, with the counts of the full sets.
  Result<std::vector<PairRecord>> count_full_sets(std::vector<PairRecord> seen) const {
    std::vector<CandidatePair> sampled;
    std::vector<std::size_t> places;  // among the sampled
    for (const PairRecord& pair : seen) {
      places.push_back(sampled.size());
      if (!is_final(pair)) sampled.push_back({pair.a, pair.b});
    }
    if (sampled.empty()) return seen;
    auto counted = overlaps(sampled, full_sets_, memory_, threads_);
    if (!counted) return tl::unexpected(counted.error());
    return gather<PairRecord>(seen.size(), threads_, [&](std::size_t i, auto& out) {
      if (is_final(seen[i])) return out.push_back(seen[i]);
      const PairRecord pair = record({seen[i].a, seen[i].b}, (*counted)[places[i]], 1);
      if (keeps(pair)) out.push_back(pair);
    });
  }

  bool is_final(const PairRecord& pair) const { return !rule_.verify || pair.modulus == 1; }

  std::span<const SketchEntry> entries_;
  const KeepRule& rule_;
  std::uint64_t memory_;  // of tables
  unsigned threads_;
  bool smallest_;
  PairSets sketches_;
  PairSets full_sets_;
};

bool over(double value, double threshold) { return threshold > 0 && value >= threshold - 1e-12; }

// The next block of distinct candidates that are looked at.
Result<std::vector<CandidatePair>> next_block(const PairSource& candidates, const KeepRule& rule,
                                              std::size_t size,
                                              std::optional<CandidatePair>& last) {
  std::vector<CandidatePair> block;
  while (block.size() < size) {
    auto pair = candidates();
    if (!pair) return tl::unexpected(pair.error());
    if (!*pair) break;
    if (last == **pair) continue;
    last = **pair;
    if (rule.passes_over && rule.passes_over(**pair)) continue;
    block.push_back(**pair);
  }
  return block;
}

}  // namespace

bool reaches(const PairMeasures& m, double resemblance, double containment) {
  return over(m.resemblance.value, resemblance) || over(m.a_in_b.value, containment) ||
         over(m.b_in_a.value, containment);
}

bool may_reach(const PairMeasures& m, double resemblance, double containment) {
  return over(m.resemblance.high, resemblance) || over(m.a_in_b.high, containment) ||
         over(m.b_in_a.high, containment);
}

PairMeasures measures(const PairRecord& pair, std::uint64_t full_a, std::uint64_t full_b,
                      double deviations) {
  const std::uint64_t either = std::uint64_t{pair.of_a} + pair.of_b - pair.both;
  if (pair.modulus == 1) {
    return {counted(pair.both, either), counted(pair.both, pair.of_a),
            counted(pair.both, pair.of_b)};
  }
  const double r = either == 0 ? 0 : static_cast<double>(pair.both) / static_cast<double>(either);
  const double in_union = static_cast<double>(full_a + full_b) / (1 + r);
  return {sampled(pair.both, either, in_union, deviations),
          sampled(pair.both, pair.of_a, static_cast<double>(full_a), deviations),
          sampled(pair.both, pair.of_b, static_cast<double>(full_b), deviations)};
}

Result<SetReader> SetReader::open(Disk& disk, const Disk::Path& store) {
  auto sketches = disk.read(store / kSketchesFile);
  if (!sketches) return tl::unexpected(sketches.error());
  auto shingles = disk.read(store / kShinglesFile);
  if (!shingles) return tl::unexpected(shingles.error());
  auto common = CommonShingles::load(disk, store);
  if (!common) return tl::unexpected(common.error());
  return SetReader(HashListReader(std::move(*sketches)), HashListReader(std::move(*shingles)),
                   std::move(*common));
}

Result<void> SetReader::full_set(const SketchEntry& entry, ShingleSet& out) const {
  if (entry.is_whole()) return sketch(entry, out);
  auto got = shingles_.read(entry.full_offset, entry.full_size, out);
  if (got) common_.remove_from(out);
  return got;
}

Result<void> SetReader::sketch(const SketchEntry& entry, ShingleSet& out) const {
  auto got = sketches_.read(entry.offset, entry.count, out);
  if (got) common_.remove_from(out);
  return got;
}

Result<VerifyStats> verify_pairs(Disk& disk, const Disk::Path& path,
                                 std::span<const SketchEntry> entries, const SketchMethod& method,
                                 const SetReader& sets, const PairSource& candidates,
                                 const KeepRule& rule, std::uint64_t memory, unsigned threads,
                                 Progress& progress) {
  auto file = disk.write(path);
  if (!file) return tl::unexpected(file.error());
  VerifyStats stats;
  std::optional<CandidatePair> last;
  const PairCounter count(entries, method, sets, rule, memory / 2, threads);
  const auto read_block = [&] {
    return next_block(candidates, rule, memory / 2 / kCandidateBytes + 1, last);
  };
  const auto when = threads == 1 ? std::launch::deferred : std::launch::async;
  auto ahead = std::async(when, read_block);
  while (true) {
    auto block = ahead.get();
    if (!block) return tl::unexpected(block.error());
    if (block->empty()) break;
    if (progress.cancelled()) return stopped();
    ahead = std::async(when, read_block);
    auto kept = count(*block);
    if (!kept) return tl::unexpected(kept.error());
    auto written = (*file)->append(std::as_bytes(std::span(*kept)));
    if (!written) return tl::unexpected(written.error());
    stats.kept += kept->size();
    stats.candidates += block->size();
    progress.advance(block->size());
  }
  if (auto synced = (*file)->sync(); !synced) return tl::unexpected(synced.error());
  return stats;
}

Result<PairScan> PairScan::open(Disk& disk, const Disk::Path& path) {
  auto file = disk.read(path);
  if (!file) return tl::unexpected(file.error());
  PairScan scan;
  scan.file_ = std::move(*file);
  if (scan.file_->size() % sizeof(PairRecord) != 0) {
    return fail(ErrorCode::corrupt, path.string() + ": ends within a pair");
  }
  scan.size_ = scan.file_->size() / sizeof(PairRecord);
  return scan;
}

Result<const PairRecord*> PairScan::next() {
  if (at_ == window_.size()) {
    if (read_ == size_) return nullptr;
    window_.resize(std::min<std::uint64_t>(kWindow, size_ - read_));
    auto got = file_->read(read_ * sizeof(PairRecord), std::as_writable_bytes(std::span(window_)));
    if (!got) return tl::unexpected(got.error());
    read_ += window_.size();
    at_ = 0;
  }
  return &window_[at_++];
}

}  // namespace whorl::clustering
