#include "jobs/collection/cluster/similar_pairs.h"

#include <utility>

#include "base/try.h"
#include "whorl/store.h"

namespace whorl::internal::cluster {
namespace {

constexpr std::uint32_t kToldAtATime = 4096;

}  // namespace

SimilarPairs::SimilarPairs(join::PairScan kept, std::span<const store::SketchEntry> entries,
                           const ClusterThresholds& thresholds)
    : kept_(std::move(kept)),
      entries_(entries),
      resemblance_(thresholds.resemblance),
      containment_(thresholds.containment) {}

Result<SimilarPairs> SimilarPairs::open(const store::StoreFiles& files,
                                        std::span<const store::SketchEntry> entries,
                                        const ClusterThresholds& thresholds) {
  WHORL_ASSIGN_OR_RETURN(auto kept, join::PairScan::open(files, entries.size()));
  return SimilarPairs(std::move(kept), entries, thresholds);
}

Result<std::optional<SimilarPair>> SimilarPairs::next() {
  while (true) {
    WHORL_ASSIGN_OR_RETURN(const auto* pair, kept_.next());
    if (progress_ && (!pair || ++untold_ == kToldAtATime)) {
      progress_->advance(std::exchange(untold_, 0));
    }
    if (!pair) return std::nullopt;
    const auto found =
        join::measures(*pair, entries_[pair->a].full_size, entries_[pair->b].full_size);
    if (join::reaches(found, resemblance_, containment_)) {
      return SimilarPair{pair->a, pair->b, found};
    }
  }
}

}  // namespace whorl::internal::cluster

namespace whorl {

std::string_view to_string(SimilarityKind kind) {
  switch (kind) {
    case SimilarityKind::identical:
      return "identical";
    case SimilarityKind::lexical:
      return "lexical";
    case SimilarityKind::sketch:
      return "sketch";
    case SimilarityKind::similar:
      break;
  }
  return "similar";
}

}  // namespace whorl
