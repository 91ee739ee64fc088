#include "repeats/sorted_runs.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <optional>

#include "base/huge_pages.h"
#include "base/parallel.h"
#include "base/try.h"
#include "read/record_hash.h"
#include "repeats/candidate_runs.h"

namespace whorl::internal::repeats {
namespace {

constexpr RunAt kFree;

constexpr unsigned kTablePart = 8;  // of the memory
constexpr std::uint64_t kLeastTable = 64 << 10;

// The texts of `against` and of the input, batch after batch.
class AllTexts {
 public:
  static Result<AllTexts> open(const Sources& sources, Want want, const Workplace& place) {
    AllTexts all;
    if (sources.has_against()) {
      WHORL_RETURN_IF_ERROR(all.add(sources.against, want, place));
    }
    WHORL_RETURN_IF_ERROR(all.add(sources.input, want, place));
    return all;
  }

  // Calls visit(texts, of the input) for each batch.
  template <class Visit>
  Result<void> for_each_batch(Visit visit) {
    for (Texts& texts : parts_) {
      const bool of_input = &texts == &parts_.back();
      while (true) {
        WHORL_ASSIGN_OR_RETURN(auto batch, texts.next());
        if (batch.empty()) break;
        WHORL_RETURN_IF_ERROR(visit(batch, of_input));
      }
    }
    return {};
  }

  std::vector<Skipped> skipped_of_against() const { return parts_.front().skipped(); }

  // Of all inputs as they stand; 0 where it is not known.
  Result<std::uint64_t> bytes() const {
    std::uint64_t sum = 0;
    for (const Texts& texts : parts_) {
      WHORL_ASSIGN_OR_RETURN(auto bytes, texts.input_bytes());
      if (bytes == 0) return 0;
      sum += bytes;
    }
    return sum;
  }

 private:
  Result<void> add(const CollectionInput& input, Want want, const Workplace& place) {
    WHORL_ASSIGN_OR_RETURN(auto texts,
                           Texts::open(input, place.limits, place.grid, want, place.progress));
    parts_.push_back(std::move(texts));
    return {};
  }

  std::vector<Texts> parts_;
};

// A bit of table for a byte that is read: one k-gram in a dozen words is selected, so that one slot
// in forty is filled, or one in five where what is read unpacks to eight times its bytes.
std::uint64_t table_bytes(std::uint64_t input_bytes, std::uint64_t memory) {
  const std::uint64_t most = memory / kTablePart;
  const std::uint64_t wanted = input_bytes == 0 ? most : std::bit_ceil(input_bytes / 8);
  return std::clamp(wanted, std::min(kLeastTable, most), most);
}

// Which fingerprints of winnowing come again, or stand in what is compared against.
Result<SeenTable> see_fingerprints(const Sources& sources, const Workplace& place,
                                   base::Hash128& seen) {
  WHORL_ASSIGN_OR_RETURN(auto all, AllTexts::open(sources, Want::symbols, place));
  WHORL_ASSIGN_OR_RETURN(auto bytes, all.bytes());
  SeenTable table(table_bytes(bytes, place.limits.memory));
  place.progress.phase("looking for what comes again", bytes);
  const auto see = [&](const std::vector<Text>& texts, bool of_input) -> Result<void> {
    for (const Text& text : texts) seen = read::hash_after(seen, text.content);
    if (of_input && sources.has_against()) return {};
    base::parallel_for(texts.size(), place.limits.threads, [&](std::size_t i) {
      for (const std::uint64_t hash : selected_of(texts[i], place.grid).hash) table.add(hash);
    });
    return {};
  };
  WHORL_RETURN_IF_ERROR(all.for_each_batch(see));
  return table;
}

// Sorts the candidates of document after document, and of a copied block the block alone.
class RunSorter {
 public:
  RunSorter(const Workplace& place, std::uint64_t table_bytes)
      : runs_(place.file_system, place.sort("runs", 5)),
        copies_(place.file_system, place.sort("copies", 16)),
        known_(table_bytes) {}

  // `found` in a document whose symbols are numbered from `first_symbol` on.
  Result<void> add(Candidates& found, std::uint64_t first_symbol) {
    auto block_begin = found.runs.begin(), kept = block_begin;
    for (std::size_t i = 0; i < found.blocks.size(); ++i) {
      if (i + kAhead < found.blocks.size()) known_.expect(found.blocks[i + kAhead].place);
      Block& block = found.blocks[i];
      block.place.move_on(first_symbol);
      const auto block_end = block_begin + block.runs;
      if (const auto first = known_.find_or_add(block.place)) {
        WHORL_RETURN_IF_ERROR(copies_.add({*first, block.place.at(), block.runs}));
      } else {
        kept = kept == block_begin ? block_end : std::copy(block_begin, block_end, kept);
      }
      block_begin = block_end;
    }
    found.runs.erase(kept, found.runs.end());
    for (RunAt& run : found.runs) run.move_on(first_symbol);
    count_ += found.runs.size();
    return runs_.add_all(found.runs);
  }

  std::uint64_t count() const { return count_; }
  Result<base::SortedStream<RunAt>> runs() { return runs_.finish(); }
  Result<base::SortedStream<BlockCopy>> copies() { return copies_.finish(); }

 private:
  static constexpr std::size_t kAhead = 8;  // blocks

  base::ExternalSorter<RunAt> runs_;
  base::ExternalSorter<BlockCopy> copies_;
  KnownBlocks known_;
  std::uint64_t count_ = 0;
};

tl::unexpected<Error> too_many_symbols() {
  return fail(ErrorCode::limit_exceeded,
              "the texts have more than 2^40 symbols together: split the input");
}

Result<SortedRuns> sort_candidates(const Sources& sources, const Workplace& place,
                                   const SeenTable& table, base::Hash128& seen) {
  WHORL_ASSIGN_OR_RETURN(auto all, AllTexts::open(sources, Want::runs, place));
  WHORL_ASSIGN_OR_RETURN(auto bytes, all.bytes());
  WHORL_ASSIGN_OR_RETURN(auto documents,
                         DocumentList::create(place.file_system, place.folder / "names"));
  place.progress.phase("sorting what may be repeated", bytes);
  // Half as much for blocks: of all k-grams only those that come again end one.
  RunSorter sorter(place, table_bytes(bytes, place.limits.memory) / 2);
  const CandidateFinder finder(place.grid, place.limits, [&](std::uint64_t hash) {
    return sources.has_against() ? table.met(hash) : table.met_again(hash);
  });
  AgainstRead against;
  std::uint64_t text_bytes = 0;
  const auto add = [&](const std::vector<Text>& texts, bool of_input) -> Result<void> {
    return finder.find(texts, [&](const Text& text, CandidateParts found) -> Result<void> {
      seen = read::hash_after(seen, text.content);
      while (auto part = found.next()) {
        WHORL_RETURN_IF_ERROR(sorter.add(*part, documents.symbols()));
      }
      WHORL_RETURN_IF_ERROR(documents.add(text.record.id, count_of(text.symbols), text.content));
      if (documents.symbols() > RunAt::kMostSymbols) return too_many_symbols();
      if (of_input) {
        text_bytes += text.bytes;
      } else {
        ++against.documents;
        against.too_short += count_of(text.symbols) < place.grid.run;
      }
      return {};
    });
  };
  WHORL_RETURN_IF_ERROR(all.for_each_batch(add));
  if (sources.has_against()) against.skipped = all.skipped_of_against();
  WHORL_RETURN_IF_ERROR(documents.finish());
  WHORL_ASSIGN_OR_RETURN(auto copies, sorter.copies());
  WHORL_ASSIGN_OR_RETURN(auto runs, sorter.runs());
  return SortedRuns{std::move(documents), std::move(against), text_bytes,
                    std::move(runs),      sorter.count(),     std::move(copies)};
}

}  // namespace

SeenTable::SeenTable(std::uint64_t bytes)
    : words_(base::long_list<std::uint64_t>(
          std::bit_floor(std::max<std::uint64_t>(bytes, 64) / sizeof(std::uint64_t)))),
      mask_(words_.size() - 1) {}

void SeenTable::add(std::uint64_t hash) {
  const std::atomic_ref word(words_[word_of(hash)]);
  const std::uint64_t bits = once(hash);
  const std::uint64_t before = word.fetch_or(bits, std::memory_order_relaxed);
  if ((before & bits) != 0) word.fetch_or((before & bits) << 1, std::memory_order_relaxed);
}

KnownBlocks::KnownBlocks(std::uint64_t bytes)
    : young_(base::long_list<RunAt>(
          std::bit_floor(std::max<std::uint64_t>(bytes, 128) / 2 / sizeof(RunAt)))),
      old_(base::long_list<RunAt>(young_.size())),
      left_(room()) {}

std::optional<std::uint64_t> KnownBlocks::find_or_add(const RunAt& block) {
  RunAt& young = slot_of(young_, block);
  if (young != kFree) return young.at();
  const RunAt known = slot_of(old_, block);
  young = known == kFree ? block : known;
  if (--left_ == 0) {
    young_.swap(old_);
    std::ranges::fill(young_, kFree);
    left_ = room();
  }
  return known == kFree ? std::nullopt : std::optional(known.at());
}

RunAt& KnownBlocks::slot_of(Table& table, const RunAt& block) {
  std::size_t slot = begin_of(table, block);
  while (table[slot] != kFree && !table[slot].has_hash_of(block)) {
    slot = (slot + 1) & (table.size() - 1);
  }
  return table[slot];
}

void KnownBlocks::expect(const RunAt& block) const {
  __builtin_prefetch(&young_[begin_of(young_, block)]);
  __builtin_prefetch(&old_[begin_of(old_, block)]);
}

tl::unexpected<Error> inputs_changed() {
  return fail(
      ErrorCode::corrupt,
      "the inputs differed when they were read again: they have changed, or the disk fails; "
      "run the command again");
}

Result<SortedRuns> sort_runs(const Sources& sources, const Workplace& place) {
  base::Hash128 first_time, second_time;
  auto sorted = [&]() -> Result<SortedRuns> {
    WHORL_ASSIGN_OR_RETURN(auto table, see_fingerprints(sources, place, first_time));
    return sort_candidates(sources, place, table, second_time);
  }();
  if (sorted && first_time != second_time) return inputs_changed();
  return sorted;
}

}  // namespace whorl::internal::repeats
