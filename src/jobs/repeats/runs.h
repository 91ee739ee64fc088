// The runs of t symbols that may be repeats, sorted by their hashes, out of core.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/external_sort.h"
#include "base/hash128.h"
#include "jobs/repeats/document_list.h"
#include "jobs/repeats/texts.h"
#include "jobs/repeats/workplace.h"
#include "whorl/fingerprint.h"
#include "whorl/recipe.h"
#include "whorl/result.h"

namespace whorl::internal::repeats {

// 88 bits of the hash of a run, or of a block of runs, and 40 bits for the number of its first
// symbol.
class RunAt {
 public:
  static constexpr std::uint64_t kMostSymbols = std::uint64_t{1} << 40;

  RunAt() = default;
  // Takes the lower 61 bits of each half of the hash, as RunHash computes them.
  RunAt(const base::Hash128& hash, std::uint64_t at)
      : high_(hash.high << 3 | (hash.low >> 58 & 7)), low_(hash.low >> 34 << 40 | at) {}

  std::uint64_t at() const { return low_ % kMostSymbols; }
  void move_on(std::uint64_t symbols) { low_ += symbols; }
  std::array<std::uint64_t, 2> hash() const { return {high_, low_ / kMostSymbols}; }
  bool has_hash_of(const RunAt& other) const { return hash() == other.hash(); }
  auto operator<=>(const RunAt&) const = default;
  std::array<std::uint64_t, 2> sort_key() const { return {high_, low_}; }

 private:
  std::uint64_t high_ = 0;
  std::uint64_t low_ = 0;
};

// RunHash: distinguishes runs of t symbols; rolled from one run to the next.

// The symbols that distinguish runs: bytes, code points, or hashes of words (tokens/words.h).
using RunSymbols = std::variant<std::span<const std::uint8_t>, std::span<const char32_t>,
                                std::span<const std::uint64_t>>;

// Two polynomials modulo 2^61 - 1 at random secret points (Karp and Rabin 1987). Each half of a
// 64-bit symbol is a coefficient. Two different runs have equal hashes with a probability of at
// most (2 t / 2^61)^2, even if an adversary chose them.
class RunHash {
 public:
  // Runs of `run` ≥ 1 symbols; `points` are two random numbers.
  RunHash(std::uint32_t run, std::array<std::uint64_t, 2> points);
  // With points from the system's random numbers.
  static RunHash draw(std::uint32_t run);

  // Appends the hashes of the runs that begin at [begin, end); each must be inside the symbols.
  // O(end - begin + t).
  void append(const RunSymbols& symbols, std::size_t begin, std::size_t end,
              std::vector<base::Hash128>& out) const;

 private:
  struct Point {
    std::uint64_t at;       // the point of the polynomial
    std::uint64_t next;     // its square, the factor for one symbol
    std::uint64_t leaving;  // contribution of the lower half of a leaving symbol, in the field:
                            // minus the t-th power of `next`
    std::uint64_t leaving_high;  // and of the upper half
  };

  std::uint32_t run_;
  std::array<Point, 2> points_;
};

// Finds the runs of a document that may be repeats.

// First symbols of runs: [begin, end).
struct Starts {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool operator==(const Starts&) const = default;
};

// The runs of a document of `symbols` symbols that contain a k-gram whose fingerprint `may_repeat`:
// those whose window contains such a k-gram of `selected`. Equal runs select the same k-gram, so no
// repeat is left out. Ascending, in blocks of at most a window of runs. A block ends where such a
// k-gram begins, so that equal texts have equal blocks except for the first and the last. The next
// may begin at once. O(selected).
std::vector<Starts> candidate_starts(const Fingerprints& selected, std::size_t symbols,
                                     const Grid& grid,
                                     const std::function<bool(std::uint64_t)>& may_repeat);

std::size_t count_of(const tokens::Symbols& symbols);

// The k-grams that winnowing selects.
Fingerprints selected_of(const Text& text, const Grid& grid);

// Runs that begin at consecutive symbols; the first and the last run overlap or touch. So two
// blocks of the same number of runs, with equal first and equal last runs, have equal text.
struct Block {
  RunAt place;
  std::uint32_t runs;

  explicit Block(std::span<const RunAt> all);
};

// Positions count from the beginning of the text.
struct Candidates {
  std::vector<RunAt> runs;
  std::vector<Block> blocks;  // of these runs, in their order
};

// The candidates of one text. A run takes far more memory than a symbol, so a large text is
// processed in stretches, which are hashed on request.
class CandidateParts {
 public:
  // The runs that begin in `blocks`.
  CandidateParts(const Text& text, std::vector<Starts> blocks, const RunHash& run_hash);

  // The next ones, in order; nothing at the end. O(runs).
  std::optional<Candidates> next();

 private:
  const Text* text_;
  const RunHash* run_hash_;
  std::vector<Starts> blocks_;
  std::size_t taken_ = 0;            // of the blocks
  std::optional<Candidates> ahead_;  // all candidates of a small text
};

// Finds the runs that contain a k-gram for which `may_repeat` is true.
class CandidateFinder {
 public:
  using MayRepeat = std::function<bool(std::uint64_t hash)>;

  CandidateFinder(const Grid& grid, const RunLimits& limits, MayRepeat may_repeat);

  // Passes text after text to `take`; works ahead on several threads.
  Result<void> find(std::span<const Text> texts,
                    const std::function<Result<void>(const Text&, CandidateParts)>& take) const;

 private:
  // The first texts, which are processed at the same time.
  std::span<const Text> next_few(std::span<const Text> texts) const;

  const Grid& grid_;
  const RunLimits& limits_;
  MayRepeat may_repeat_;
  RunHash run_hash_;
};

// Records which hashes occurred once and which again, in a table of two bits a slot: a Bloom filter
// that counts to two. The slots of a hash are in one word.

// Each hash has two slots of a word; the smaller count of the two is the count of the hash. Other
// hashes may share both slots, so the answer "no" is certain and the answer "yes" is not. The
// answers depend on the hashes that were added, not on their order.
class SeenTable {
 public:
  // With at most `bytes`, at least 64.
  explicit SeenTable(std::uint64_t bytes);

  // Callable from any thread while none reads.
  void add(std::uint64_t hash);
  bool met(std::uint64_t hash) const { return has(hash, once(hash)); }
  bool met_again(std::uint64_t hash) const { return has(hash, once(hash) << 1); }

  std::uint64_t slots() const { return (mask_ + 1) * kSlots; }

 private:
  // Of a word; each slot has a bit "once" and a bit "again".
  static constexpr std::uint64_t kSlots = 32;

  // The bits "once" of the hash's slots, which always differ.
  static std::uint64_t once(std::uint64_t hash) {
    const std::uint64_t first = hash % kSlots, second = first ^ (1 + hash / kSlots % (kSlots - 1));
    return std::uint64_t{1} << 2 * first | std::uint64_t{1} << 2 * second;
  }
  std::uint64_t word_of(std::uint64_t hash) const {
    constexpr std::uint64_t kSpent = kSlots * kSlots;  // part of the hash used for the slots
    return hash / kSpent & mask_;
  }
  bool has(std::uint64_t hash, std::uint64_t bits) const {
    return (words_[word_of(hash)] & bits) == bits;
  }

  std::vector<std::uint64_t> words_;
  std::uint64_t mask_;  // of words
};

// Remembers blocks of runs, so that the runs of a copy need not be sorted.

// If not all fit, blocks that were not used for longest are forgotten. There is a young table and
// an old one; a block found in the old one moves to the young one. When the young one is full, it
// replaces the old one.
class KnownBlocks {
 public:
  // With at most `bytes`, at least 128.
  explicit KnownBlocks(std::uint64_t bytes);

  // The beginning of a remembered block with the same hash; if there is none, remembers this one.
  // O(1) expected.
  std::optional<std::uint64_t> find_or_add(const RunAt& block);

  // Prefetches the slot of a block.
  void expect(const RunAt& block) const;

 private:
  // Open addressing; the number of slots is a power of two.
  using Table = std::vector<RunAt>;

  static std::size_t begin_of(const Table& table, const RunAt& block) {
    return block.hash()[0] & (table.size() - 1);
  }
  // The slot of the block with that hash, or the slot where it would be.
  static RunAt& slot_of(Table& table, const RunAt& block);
  std::size_t room() const { return young_.size() / 4 * 3; }

  Table young_;
  Table old_;
  std::size_t left_;  // free slots of the young one
};

// A block of runs at consecutive symbols that equals an earlier one.
struct BlockCopy {
  std::uint64_t first = 0;  // beginning of the earlier one, whose runs are sorted
  std::uint64_t at = 0;
  std::uint64_t runs = 0;
  auto operator<=>(const BlockCopy&) const = default;
  std::array<std::uint64_t, 3> sort_key() const { return {first, at, runs}; }
};

// The texts that were read for comparison.
struct AgainstRead {
  std::uint64_t documents = 0;
  std::uint64_t too_short = 0;  // of these, too short for a run
  std::vector<Skipped> skipped;
};

struct SortedRuns {
  DocumentList documents;  // of `against`, then of the input
  AgainstRead against;
  std::uint64_t bytes = 0;         // of the input's texts before conversion
  base::SortedStream<RunAt> runs;  // runs that may be repeats and are in no copy
  std::uint64_t count = 0;         // number of these
  base::SortedStream<BlockCopy> copies;
};

// Reads all texts twice: to find the k-grams that occur again, and to sort the runs that contain
// one.
Result<SortedRuns> sort_runs(const Sources& sources, const Workplace& place);

// The error of a run that finds other texts than it read before.
tl::unexpected<Error> inputs_changed();

}  // namespace whorl::internal::repeats
