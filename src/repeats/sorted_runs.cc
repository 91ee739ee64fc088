#include "repeats/sorted_runs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <optional>

#include "base/parallel.h"
#include "base/per_thread.h"
#include "base/try.h"
#include "read/record_hash.h"
#include "repeats/candidates.h"
#include "repeats/known_blocks.h"
#include "repeats/run_hash.h"
#include "repeats/seen_table.h"
#include "select/select.h"

namespace whorl::internal::repeats {
namespace {

constexpr unsigned kTablePart = 8;  // of the memory
constexpr std::uint64_t kLeastTable = 64 << 10;

// The texts of `against` and of the input, batch after batch.
class AllTexts {
 public:
  static Result<AllTexts> open(const Sources& sources, const Workplace& place) {
    AllTexts all;
    if (sources.has_against()) {
      WHORL_RETURN_IF_ERROR(all.add(sources.against, place));
    }
    WHORL_RETURN_IF_ERROR(all.add(sources.input, place));
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
  Result<void> add(const CollectionInput& input, const Workplace& place) {
    WHORL_ASSIGN_OR_RETURN(
        auto texts, Texts::open(input, place.limits, place.grid, Want::symbols, place.progress));
    parts_.push_back(std::move(texts));
    return {};
  }

  std::vector<Texts> parts_;
};

std::size_t count_of(const canon::Symbols& symbols) {
  return std::visit([](const auto& list) { return list.size(); }, symbols);
}

Fingerprints selected_of(const Text& text, const Grid& grid) {
  static base::PerThread<select::SelectionMemory> memory;
  Fingerprints out;
  select::select(canon::span_of(text.symbols), grid.recipe, 1, memory.mine(), out);
  return out;
}

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
  WHORL_ASSIGN_OR_RETURN(auto all, AllTexts::open(sources, place));
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

// Some runs that begin at one symbol after the other, of which the first and the last overlap or
// touch: two blocks of as many runs whose first and last runs are equal are of equal text.
struct Block {
  RunAt place;
  std::uint32_t runs;

  explicit Block(std::span<const RunAt> all)
      : place(hash_of(all), all.front().at()), runs(static_cast<std::uint32_t>(all.size())) {}

 private:
  static base::Hash128 hash_of(std::span<const RunAt> all) {
    const std::array<std::uint64_t, 5> ends = {all.front().hash()[0], all.front().hash()[1],
                                               all.back().hash()[0], all.back().hash()[1],
                                               all.size()};
    return base::hash128({reinterpret_cast<const char*>(ends.data()), sizeof(ends)});
  }
};

// What may be repeats of one document; places count from its beginning.
struct Candidates {
  std::vector<RunAt> runs;
  std::vector<Block> blocks;  // of these, in their order
};

// Where blocks follow one another at once, the hash rolls on from one to the next.
Candidates candidates_of(const Text& text, const Grid& grid, const RunHash& run_hash,
                         const std::function<bool(std::uint64_t)>& may_repeat) {
  Candidates found;
  std::vector<base::Hash128> hashes;
  const auto blocks =
      candidate_starts(selected_of(text, grid), count_of(text.symbols), grid, may_repeat);
  for (std::size_t i = 0; i < blocks.size();) {
    const std::size_t first = i;
    while (++i < blocks.size() && blocks[i].begin == blocks[i - 1].end) {
    }
    const std::uint32_t begin = blocks[first].begin, end = blocks[i - 1].end;
    hashes.clear();
    run_hash.append(canon::span_of(text.symbols), begin, end, hashes);
    for (std::size_t j = 0; j < hashes.size(); ++j) found.runs.emplace_back(hashes[j], begin + j);
    const auto runs = std::span(found.runs).last(hashes.size());
    for (const Starts& block : std::span(blocks).subspan(first, i - first)) {
      found.blocks.emplace_back(runs.subspan(block.begin - begin, block.end - block.begin));
    }
  }
  return found;
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
  WHORL_ASSIGN_OR_RETURN(auto all, AllTexts::open(sources, place));
  WHORL_ASSIGN_OR_RETURN(auto bytes, all.bytes());
  WHORL_ASSIGN_OR_RETURN(auto documents,
                         DocumentList::create(place.file_system, place.folder / "names"));
  place.progress.phase("sorting what may be repeated", bytes);
  // Half as much for blocks: of all k-grams only those that come again end one.
  RunSorter sorter(place, table_bytes(bytes, place.limits.memory) / 2);
  const RunHash run_hash = RunHash::draw(place.grid.run);
  const auto may_repeat = [&](std::uint64_t hash) {
    return sources.has_against() ? table.met(hash) : table.met_again(hash);
  };
  std::uint64_t against = 0, text_bytes = 0;
  const auto add = [&](const std::vector<Text>& texts, bool of_input) -> Result<void> {
    std::vector<Candidates> found(texts.size());
    base::parallel_for(texts.size(), place.limits.threads, [&](std::size_t i) {
      found[i] = candidates_of(texts[i], place.grid, run_hash, may_repeat);
    });
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const Text& text = texts[i];
      seen = read::hash_after(seen, text.content);
      WHORL_RETURN_IF_ERROR(sorter.add(found[i], documents.symbols()));
      WHORL_RETURN_IF_ERROR(documents.add(text.record.id, count_of(text.symbols), text.content));
      if (documents.symbols() > RunAt::kMostSymbols) return too_many_symbols();
      (of_input ? text_bytes : against) += of_input ? text.bytes : 1;
    }
    return {};
  };
  WHORL_RETURN_IF_ERROR(all.for_each_batch(add));
  WHORL_RETURN_IF_ERROR(documents.finish());
  WHORL_ASSIGN_OR_RETURN(auto copies, sorter.copies());
  WHORL_ASSIGN_OR_RETURN(auto runs, sorter.runs());
  return SortedRuns{std::move(documents), against,        text_bytes,
                    std::move(runs),      sorter.count(), std::move(copies)};
}

}  // namespace

tl::unexpected<Error> inputs_changed() {
  return fail(ErrorCode::corrupt,
              "the inputs have changed since they were read: give the command again");
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
