// The runs of t symbols that may be repeats, sorted by what they hold, out of core.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/external_sort.h"
#include "repeats/document_list.h"
#include "repeats/run_at.h"
#include "repeats/texts.h"

namespace whorl::internal::repeats {

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

// What the phases work with.
struct Workplace {
  base::FileSystem& file_system;
  base::FileSystem::Path folder;  // for what does not fit in memory
  const RunLimits& limits;
  const Grid& grid;
  Progress& progress;

  // A sort that may take one in `parts` of the memory.
  base::SortBudget sort(std::string name, unsigned parts) const {
    return {limits.memory / parts, limits.threads, folder, std::move(name), &progress};
  }
};

// What is read, in this order.
struct Sources {
  CollectionInput against;  // no inputs: none
  CollectionInput input;
  bool has_against() const { return !against.inputs.empty(); }
};

// A block of runs, one symbol after the other, that equals one that was read before.
struct BlockCopy {
  std::uint64_t first = 0;  // where that begins, of which the runs are sorted
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
