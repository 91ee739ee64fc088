#include "cluster/pairs.h"

#include <optional>

#include "base/parallel.h"

namespace whorl::clustering {
namespace {

constexpr std::size_t kBlock = 8192;
constexpr std::size_t kStride = 64;  // pairs a task: neighbours share their first set

// Counts the pairs of one task; the first set is loaded once for a run of equal firsts.
class PairCounter {
 public:
  PairCounter(std::span<const SketchEntry> entries, const SketchMethod& method,
              const SetReader& sets, const KeepRule& rule)
      : entries_(entries), method_(method), sets_(sets), rule_(rule) {}

  // Nothing where the pair does not reach the rule.
  Result<std::optional<PairRecord>> operator()(const CandidatePair& pair) {
    if (auto loaded = load(pair); !loaded) return tl::unexpected(loaded.error());
    const PairRecord seen = compare_sketches(pair);
    if (!rule_.verify || seen.modulus == 1) return kept_if(keeps(seen), seen);
    if (!keeps(seen, rule_.on_sketches)) return std::nullopt;
    const auto counted = count(pair);
    if (!counted) return tl::unexpected(counted.error());
    return kept_if(keeps(*counted), *counted);
  }

 private:
  static std::optional<PairRecord> kept_if(bool kept, const PairRecord& pair) {
    return kept ? std::optional(pair) : std::nullopt;
  }

  bool keeps(const PairRecord& pair, double share = 1) const {
    const auto m = measures(pair, entries_[pair.a].full_size, entries_[pair.b].full_size);
    return reaches(m, rule_.resemblance, rule_.containment, share);
  }

  Result<void> load(const CandidatePair& pair) {
    if (first_ != pair.a) {
      if (auto got = sets_.sketch(entries_[pair.a], sketch_a_); !got) return got;
      first_ = pair.a;
      full_a_read_ = false;
    }
    return sets_.sketch(entries_[pair.b], sketch_b_);
  }

  PairRecord compare_sketches(const CandidatePair& pair) const {
    const SketchEntry &a = entries_[pair.a], &b = entries_[pair.b];
    const Overlap seen = method_.sample(view(sketch_a_, a), view(sketch_b_, b));
    if (a.is_whole() && b.is_whole()) return record(pair, seen, 1);
    const bool smallest = method_.kind() == SketchKind::smallest;
    return record(pair, seen, smallest ? 0 : std::max(a.modulus, b.modulus));
  }

  // What is left of a whole set without the common shingles is whole.
  static SketchView view(const ShingleSet& sketch, const SketchEntry& entry) {
    return {sketch, entry.modulus, entry.is_whole() ? sketch.size() : entry.full_size};
  }

  Result<PairRecord> count(const CandidatePair& pair) {
    if (!full_a_read_) {
      if (auto got = sets_.full_set(entries_[pair.a], full_a_); !got) {
        return tl::unexpected(got.error());
      }
      full_a_read_ = true;
    }
    if (auto got = sets_.full_set(entries_[pair.b], full_b_); !got) {
      return tl::unexpected(got.error());
    }
    return record(pair, overlap(full_a_, full_b_), 1);
  }

  static PairRecord record(const CandidatePair& pair, const Overlap& seen, std::uint32_t modulus) {
    return {pair.a,
            pair.b,
            static_cast<std::uint32_t>(seen.a),
            static_cast<std::uint32_t>(seen.b),
            static_cast<std::uint32_t>(seen.both),
            modulus};
  }

  std::span<const SketchEntry> entries_;
  const SketchMethod& method_;
  const SetReader& sets_;
  const KeepRule& rule_;
  std::optional<DocId> first_;
  ShingleSet sketch_a_;
  ShingleSet sketch_b_;
  bool full_a_read_ = false;
  ShingleSet full_a_;
  ShingleSet full_b_;
};

// The next block of distinct candidates that are looked at.
Result<std::vector<CandidatePair>> next_block(const PairSource& candidates, const KeepRule& rule,
                                              std::optional<CandidatePair>& last) {
  std::vector<CandidatePair> block;
  while (block.size() < kBlock) {
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

bool reaches(const PairMeasures& m, double resemblance, double containment, double share) {
  const auto over = [share](const Measure& measure, double threshold) {
    return threshold > 0 && measure.value >= share * threshold - 1e-12;
  };
  return over(m.resemblance, resemblance) || over(m.a_in_b, containment) ||
         over(m.b_in_a, containment);
}

PairMeasures measures(const PairRecord& pair, std::uint64_t full_a, std::uint64_t full_b) {
  const std::uint64_t either = std::uint64_t{pair.of_a} + pair.of_b - pair.both;
  if (pair.modulus == 1) {
    return {counted(pair.both, either), counted(pair.both, pair.of_a),
            counted(pair.both, pair.of_b)};
  }
  const double r = either == 0 ? 0 : static_cast<double>(pair.both) / static_cast<double>(either);
  const double in_union = static_cast<double>(full_a + full_b) / (1 + r);
  return {sampled(pair.both, either, in_union),
          sampled(pair.both, pair.of_a, static_cast<double>(full_a)),
          sampled(pair.both, pair.of_b, static_cast<double>(full_b))};
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
                                 const KeepRule& rule, unsigned threads, Progress& progress) {
  auto file = disk.write(path);
  if (!file) return tl::unexpected(file.error());
  VerifyStats stats;
  std::optional<CandidatePair> last;
  while (true) {
    auto block = next_block(candidates, rule, last);
    if (!block) return tl::unexpected(block.error());
    if (block->empty()) break;
    if (progress.cancelled()) return fail(ErrorCode::cancelled, "stopped");
    const std::size_t tasks = (block->size() + kStride - 1) / kStride;
    std::vector<std::vector<PairRecord>> kept(tasks);
    std::vector<Result<void>> results(tasks);
    parallel_for(tasks, threads, [&](std::size_t task) {
      PairCounter count(entries, method, sets, rule);
      const std::size_t end = std::min(block->size(), (task + 1) * kStride);
      for (std::size_t i = task * kStride; i < end; ++i) {
        auto pair = count((*block)[i]);
        if (!pair) {
          results[task] = tl::unexpected(pair.error());
          return;
        }
        if (*pair) kept[task].push_back(**pair);
      }
    });
    for (std::size_t task = 0; task < tasks; ++task) {
      if (!results[task]) return tl::unexpected(results[task].error());
      stats.kept += kept[task].size();
      auto written = (*file)->append(std::as_bytes(std::span(kept[task])));
      if (!written) return tl::unexpected(written.error());
    }
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
    window_.resize(std::min<std::uint64_t>(kBlock, size_ - read_));
    auto got = file_->read(read_ * sizeof(PairRecord), std::as_writable_bytes(std::span(window_)));
    if (!got) return tl::unexpected(got.error());
    read_ += window_.size();
    at_ = 0;
  }
  return &window_[at_++];
}

}  // namespace whorl::clustering
