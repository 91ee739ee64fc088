#include "join/all_pairs_join.h"

#include <optional>

#include "base/try.h"
#include "join/shared_shingles.h"

namespace whorl::internal::join {
namespace {

// Of a document's sketch.
struct Kept {
  std::uint32_t count = 0;
  std::uint32_t modulus = 1;
};

// Merges equal pairs to one with a count, and passes on those that may reach a threshold.
class Counter {
 public:
  Counter(base::SortedStream<CandidatePair> pairs, std::vector<Kept> kept,
          const CandidateOptions& options)
      : pairs_(std::move(pairs)),
        kept_(std::move(kept)),
        resemblance_(options.resemblance.anywhere()),
        containment_(options.containment) {}

  Result<const CandidatePair*> next() {
    while (true) {
      if (!ahead_) {
        WHORL_RETURN_IF_ERROR(pull());
        if (!ahead_) return nullptr;
      }
      current_ = *ahead_;
      std::uint64_t count = 0;
      while (ahead_ && *ahead_ == current_) {
        ++count;
        WHORL_RETURN_IF_ERROR(pull());
      }
      if (may_reach(count)) return &current_;
    }
  }

 private:
  Result<void> pull() {
    WHORL_ASSIGN_OR_RETURN(auto pair, pairs_.next());
    ahead_ = pair ? std::optional(*pair) : std::nullopt;
    return {};
  }

  // Shared shingles are all 0 mod the coarser modulus. How many such shingles the finer side has
  // is not known here: no fewer than are shared.
  bool may_reach(std::uint64_t count) const {
    const Kept& a = kept_[current_.a];
    const Kept& b = kept_[current_.b];
    const std::uint64_t of_a = a.modulus >= b.modulus ? a.count : count;
    const std::uint64_t of_b = b.modulus >= a.modulus ? b.count : count;
    const auto reaches = [count](double threshold, std::uint64_t total) {
      return threshold > 0 &&
             static_cast<double>(count) >= threshold * static_cast<double>(total) - 1e-9;
    };
    return reaches(resemblance_, of_a + of_b - count) ||
           reaches(containment_, std::min(of_a, of_b));
  }

  base::SortedStream<CandidatePair> pairs_;
  std::vector<Kept> kept_;
  double resemblance_;
  double containment_;
  std::optional<CandidatePair> ahead_;
  CandidatePair current_{};
};

Result<void> expand(std::span<const store::Posting> holders,
                    base::ExternalSorter<CandidatePair>& out) {
  for (std::size_t i = 0; i < holders.size(); ++i) {
    for (std::size_t j = i + 1; j < holders.size(); ++j) {
      WHORL_RETURN_IF_ERROR(out.add(
          {static_cast<store::DocId>(holders[i].doc), static_cast<store::DocId>(holders[j].doc)}));
    }
  }
  return {};
}

}  // namespace

Result<CandidateStream> all_pairs_join(const JoinInput& input, const CandidateOptions& options,
                                       CandidateStats& stats) {
  base::ExternalSorter<CandidatePair> sorter(input.file_system, options.budget);
  auto grouped =
      for_each_shared_shingle(store::IndexScan(input.index), options,
                              [&](std::span<const store::Posting> holders) -> Result<void> {
                                stats.formed_pairs += holders.size() * (holders.size() - 1) / 2;
                                return expand(holders, sorter);
                              });
  WHORL_RETURN_IF_ERROR(grouped);
  WHORL_ASSIGN_OR_RETURN(auto sorted, sorter.finish());
  stats.spilled_bytes += sorter.bytes_spilled();
  std::vector<Kept> kept;
  auto scanned =
      input.scan([&](store::DocId doc, const sketch::SketchView& sketch) -> Result<void> {
        kept.resize(doc + 1);
        kept[doc] = {static_cast<std::uint32_t>(sketch.hashes.size()),
                     static_cast<std::uint32_t>(sketch.modulus)};
        return {};
      });
  WHORL_RETURN_IF_ERROR(scanned);
  auto counter = std::make_shared<Counter>(std::move(sorted), std::move(kept), options);
  return CandidateStream([counter] { return counter->next(); });
}

}  // namespace whorl::internal::join
