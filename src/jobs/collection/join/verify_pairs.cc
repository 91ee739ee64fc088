#include "jobs/collection/join/verify_pairs.h"

#include <future>
#include <utility>

#include "base/try.h"
#include "jobs/collection/join/pair_verifier.h"
#include "store/stopped.h"

namespace whorl::internal::join {

Result<VerifyStats> verify_pairs(const SketchedDocuments& documents,
                                 const CandidateStream& candidates, const KeepRule& rule,
                                 const CountingRun& run, base::WritableFile& out) {
  VerifyStats stats;
  // Pairs come in order of their first document, whose number shows the progress.
  store::DocId told = 0;
  const PairVerifier count(documents, rule, run.memory / 2, run.threads);
  CandidateBlocks blocks(candidates, run.memory / 2 / PairVerifier::kBytesAPair + 1,
                         rule.passes_over);
  const auto read_block = [&] { return blocks.next(); };
  // If the system cannot start a thread, a block is read when it is needed.
  const auto when =
      run.threads == 1 ? std::launch::deferred : std::launch::async | std::launch::deferred;
  auto ahead = std::async(when, read_block);
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto block, ahead.get());
    if (block.empty()) break;
    if (run.progress.cancelled()) return store::stopped();
    ahead = std::async(when, read_block);
    WHORL_ASSIGN_OR_RETURN(auto kept, count(block));
    WHORL_RETURN_IF_ERROR(out.append(std::as_bytes(std::span(kept))));
    stats.kept += kept.size();
    stats.candidates += block.size();
    run.progress.advance(block.back().a - std::exchange(told, block.back().a));
  }
  WHORL_RETURN_IF_ERROR(out.sync());
  return stats;
}

}  // namespace whorl::internal::join
