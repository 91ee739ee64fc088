// What may be repeats of one text after the other, hashed.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "base/hash128.h"
#include "repeats/grid.h"
#include "repeats/run_at.h"
#include "repeats/texts.h"
#include "whorl/fingerprint.h"

namespace whorl::internal::repeats {

// RunHash: distinguishes runs of t symbols; rolled from one run to the next.

// The symbols that distinguish runs: bytes, code points, or hashes of words (canon/words.h).
using RunSymbols = std::variant<std::span<const std::uint8_t>, std::span<const char32_t>,
                                std::span<const std::uint64_t>>;

// Two polynomials modulo 2^61 - 1 at random secret points (Karp and Rabin 1987). Each half of a
// 64-bit symbol is a coefficient. Two different runs have equal hashes with a probability of at
// most (2 t / 2^61)^2, even if an adversary chose them.
class RunHash {
 public:
  // Runs of `run` ≥ 1 symbols; `points` are two random numbers.
  RunHash(std::uint32_t run, std::array<std::uint64_t, 2> points);
  // With points of the system's randomness.
  static RunHash draw(std::uint32_t run);

  // Appends the hashes of the runs that begin at [begin, end); each must lie within the symbols.
  // O(end - begin + t).
  void append(const RunSymbols& symbols, std::size_t begin, std::size_t end,
              std::vector<base::Hash128>& out) const;

 private:
  struct Point {
    std::uint64_t at;            // where the polynomial is taken
    std::uint64_t next;          // its square, by which one symbol moves on
    std::uint64_t leaving;       // what the lower half of a symbol that leaves adds, in the field:
                                 // less the t-th power of `next`
    std::uint64_t leaving_high;  // and the upper half
  };

  std::uint32_t run_;
  std::array<Point, 2> points_;
};

// Which runs of a document may be repeats.

// First symbols of runs: [begin, end).
struct Starts {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool operator==(const Starts&) const = default;
};

// The runs of a document of `symbols` symbols that hold a k-gram whose fingerprint `may_repeat`:
// those in whose window one of `selected` stands for which it is so. Equal runs select the same
// k-gram, so no repeat is left out. Ascending, in blocks of at most a window of runs: one ends
// where such a k-gram begins, so that equal texts have equal blocks but for the first and the last.
// The next may begin at once. O(selected).
std::vector<Starts> candidate_starts(const Fingerprints& selected, std::size_t symbols,
                                     const Grid& grid,
                                     const std::function<bool(std::uint64_t)>& may_repeat);

std::size_t count_of(const canon::Symbols& symbols);

// The k-grams that winnowing selects.
Fingerprints selected_of(const Text& text, const Grid& grid);

// Runs that begin at consecutive symbols; the first and the last run overlap or touch. So two
// blocks of the same number of runs, with equal first and equal last runs, have equal text.
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
