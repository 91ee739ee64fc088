// What may be repeats of one text after the other, hashed.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "repeats/candidates.h"
#include "repeats/run_at.h"
#include "repeats/run_hash.h"
#include "repeats/texts.h"
#include "whorl/fingerprint.h"

namespace whorl::internal::repeats {

std::size_t count_of(const canon::Symbols& symbols);

// The k-grams that winnowing selects.
Fingerprints selected_of(const Text& text, const Grid& grid);

// Some runs that begin at one symbol after the other, of which the first and the last overlap or
// touch: two blocks of as many runs whose first and last runs are equal are of equal text.
struct Block {
  RunAt place;
  std::uint32_t runs;

  explicit Block(std::span<const RunAt> all);
};

// Places count from the beginning of the text.
struct Candidates {
  std::vector<RunAt> runs;
  std::vector<Block> blocks;  // of these, in their order
};

// The candidates of one text. A run takes far more memory than a symbol, so those of a large text
// come a stretch of it at a time, hashed when they are asked for.
class CandidateParts {
 public:
  // Of the runs that begin in `blocks`.
  CandidateParts(const Text& text, std::vector<Starts> blocks, const RunHash& run_hash);

  // The next ones, in order; none at the end. O(runs).
  std::optional<Candidates> next();

 private:
  const Text* text_;
  const RunHash* run_hash_;
  std::vector<Starts> blocks_;
  std::size_t taken_ = 0;            // of the blocks
  std::optional<Candidates> ahead_;  // all, of a small text
};

// Finds the runs that hold a k-gram for which `may_repeat` holds.
class CandidateFinder {
 public:
  using MayRepeat = std::function<bool(std::uint64_t hash)>;

  CandidateFinder(const Grid& grid, const RunLimits& limits, MayRepeat may_repeat);

  // Hands text after text to `take`; works ahead on several threads.
  Result<void> find(std::span<const Text> texts,
                    const std::function<Result<void>(const Text&, CandidateParts)>& take) const;

 private:
  // The first texts that are worked on at a time.
  std::span<const Text> next_few(std::span<const Text> texts) const;

  const Grid& grid_;
  const RunLimits& limits_;
  MayRepeat may_repeat_;
  RunHash run_hash_;
};

}  // namespace whorl::internal::repeats
