#include "cluster/pairs.h"

#include <algorithm>
#include <future>
#include <optional>

#include "cluster/pair_counter.h"
#include "cluster/stopped.h"

namespace whorl::clustering {
namespace {

constexpr std::size_t kWindow = 8192;  // pairs

bool over(double value, double threshold) { return threshold > 0 && value >= threshold - 1e-12; }

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
  const PairCounter count(entries, method, sets, rule, memory / 2, threads);
  PairBlocks blocks(candidates, memory / 2 / PairCounter::kBytesAPair + 1, rule.passes_over);
  const auto read_block = [&] { return blocks.next(); };
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
