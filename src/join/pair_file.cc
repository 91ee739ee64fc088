#include "join/pair_file.h"

#include <algorithm>
#include <future>
#include <optional>

#include "base/try.h"
#include "join/pair_verifier.h"
#include "store/set_reader.h"
#include "store/stopped.h"

namespace whorl::internal::join {
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
    return {sketch::counted(pair.both, either), sketch::counted(pair.both, pair.of_a),
            sketch::counted(pair.both, pair.of_b)};
  }
  const double r = either == 0 ? 0 : static_cast<double>(pair.both) / static_cast<double>(either);
  const double in_union = static_cast<double>(full_a + full_b) / (1 + r);
  return {sketch::sampled(pair.both, either, in_union, deviations),
          sketch::sampled(pair.both, pair.of_a, static_cast<double>(full_a), deviations),
          sketch::sampled(pair.both, pair.of_b, static_cast<double>(full_b), deviations)};
}

Result<VerifyStats> verify_pairs(base::FileSystem& file_system, const base::FileSystem::Path& path,
                                 std::span<const store::SketchEntry> entries,
                                 const sketch::SketchMethod& method, const store::SetReader& sets,
                                 const CandidateStream& candidates, const KeepRule& rule,
                                 std::uint64_t memory, unsigned threads, Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(auto file, file_system.write(path));
  VerifyStats stats;
  const PairVerifier count(entries, method, sets, rule, memory / 2, threads);
  CandidateBlocks blocks(candidates, memory / 2 / PairVerifier::kBytesAPair + 1, rule.passes_over);
  const auto read_block = [&] { return blocks.next(); };
  const auto when = threads == 1 ? std::launch::deferred : std::launch::async;
  auto ahead = std::async(when, read_block);
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto block, ahead.get());
    if (block.empty()) break;
    if (progress.cancelled()) return store::stopped();
    ahead = std::async(when, read_block);
    WHORL_ASSIGN_OR_RETURN(auto kept, count(block));
    WHORL_RETURN_IF_ERROR(file->append(std::as_bytes(std::span(kept))));
    stats.kept += kept.size();
    stats.candidates += block.size();
    progress.advance(block.size());
  }
  WHORL_RETURN_IF_ERROR(file->sync());
  return stats;
}

Result<PairScan> PairScan::open(base::FileSystem& file_system, const base::FileSystem::Path& path) {
  WHORL_ASSIGN_OR_RETURN(auto file, file_system.read(path));
  PairScan scan;
  scan.file_ = std::move(file);
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
    WHORL_RETURN_IF_ERROR(
        file_->read(read_ * sizeof(PairRecord), std::as_writable_bytes(std::span(window_))));
    read_ += window_.size();
    at_ = 0;
  }
  return &window_[at_++];
}

}  // namespace whorl::internal::join
