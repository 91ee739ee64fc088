// The runs of t symbols that may be repeats, sorted by what they hold, out of core.
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

// 88 bits of the hash of a run, or of a block of runs, and in 40 the number of its first symbol.
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

// Which hashes were met once and which again, in a table of two bits a slot: a Bloom filter that
// counts to two. The slots of a hash are in one word.

// Each hash has two slots of a word, and was met as often as the slot that was met less. Others may
// have both, so that an answer "no" is sure and an answer "yes" is not. What it answers depends on
// the hashes that were added, not on their order.
class SeenTable {
 public:
  // Of at most `bytes`, at least 64.
  explicit SeenTable(std::uint64_t bytes);

  // Callable from any thread, as long as none asks.
  void add(std::uint64_t hash);
  bool met(std::uint64_t hash) const { return has(hash, once(hash)); }
  bool met_again(std::uint64_t hash) const { return has(hash, once(hash) << 1); }

  std::uint64_t slots() const { return (mask_ + 1) * kSlots; }

 private:
  static constexpr std::uint64_t kSlots = 32;  // of a word, each of a bit "once" and one "again"

  // The bits "once" of the hash's slots, which are never the same.
  static std::uint64_t once(std::uint64_t hash) {
    const std::uint64_t first = hash % kSlots, second = first ^ (1 + hash / kSlots % (kSlots - 1));
    return std::uint64_t{1} << 2 * first | std::uint64_t{1} << 2 * second;
  }
  std::uint64_t word_of(std::uint64_t hash) const {
    constexpr std::uint64_t kSpent = kSlots * kSlots;  // of the hash, by its slots
    return hash / kSpent & mask_;
  }
  bool has(std::uint64_t hash, std::uint64_t bits) const {
    return (words_[word_of(hash)] & bits) == bits;
  }

  std::vector<std::uint64_t> words_;
  std::uint64_t mask_;  // of words
};

// Blocks of runs that were met before, so that the runs of a copy need not be sorted.

// Where all find no room, those are forgotten that were not asked for longest: there is a young
// table and an old one, and what is found in the old one is young again. When the young one is
// full, it takes the place of the old one.
class KnownBlocks {
 public:
  // Of at most `bytes`, at least 128.
  explicit KnownBlocks(std::uint64_t bytes);

  // Where the block of the same hash begins that was remembered; else remembers this one. O(1)
  // expected.
  std::optional<std::uint64_t> find_or_add(const RunAt& block);

  // Has the place of a block in the cache when it is asked for.
  void expect(const RunAt& block) const;

 private:
  // Open addressing; as many slots as a power of two.
  using Table = std::vector<RunAt>;

  static std::size_t begin_of(const Table& table, const RunAt& block) {
    return block.hash()[0] & (table.size() - 1);
  }
  // Where a table has the block of that hash, or would have it.
  static RunAt& slot_of(Table& table, const RunAt& block);
  std::size_t room() const { return young_.size() / 4 * 3; }

  Table young_;
  Table old_;
  std::size_t left_;  // of the young one, that may still be filled
};

// A block of runs, one symbol after the other, that equals one that was read before.
struct BlockCopy {
  std::uint64_t first = 0;  // where the earlier one begins, whose runs are sorted
  std::uint64_t at = 0;
  std::uint64_t runs = 0;
  auto operator<=>(const BlockCopy&) const = default;
  std::array<std::uint64_t, 3> sort_key() const { return {first, at, runs}; }
};

// What was read to compare against.
struct AgainstRead {
  std::uint64_t documents = 0;
  std::uint64_t too_short = 0;  // of these, to hold a run
  std::vector<Skipped> skipped;
};

struct SortedRuns {
  DocumentList documents;  // of `against`, then of the input
  AgainstRead against;
  std::uint64_t bytes = 0;         // of the input's texts as found
  base::SortedStream<RunAt> runs;  // that may be repeats and are in no copy
  std::uint64_t count = 0;         // of these
  base::SortedStream<BlockCopy> copies;
};

// Reads all twice: to see which k-grams come again, and to sort the runs that hold one.
Result<SortedRuns> sort_runs(const Sources& sources, const Workplace& place);

// The error of a run that finds other texts than it read before.
tl::unexpected<Error> inputs_changed();

}  // namespace whorl::internal::repeats
