#include "jobs/repeats/runs.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <optional>
#include <string_view>
#include <utility>

#include "base/huge_pages.h"
#include "base/parallel.h"
#include "base/per_thread.h"
#include "base/random_word.h"
#include "base/try.h"
#include "fingerprints/select/select.h"
#include "input/collection.h"
#include "jobs/repeats/all_texts.h"

namespace whorl::internal::repeats {
namespace {

constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;

__extension__ using Wide = unsigned __int128;

// `wide` must be less than 2^124.
std::uint64_t reduced(Wide wide) {
  const std::uint64_t sum =
      (static_cast<std::uint64_t>(wide) & kPrime) + static_cast<std::uint64_t>(wide >> 61);
  const std::uint64_t rest = (sum & kPrime) + (sum >> 61);
  return rest >= kPrime ? rest - kPrime : rest;
}

std::uint64_t product(std::uint64_t a, std::uint64_t b) { return reduced(Wide{a} * b); }

std::uint64_t high_of(std::uint64_t symbol) { return symbol >> 32; }
std::uint64_t low_of(std::uint64_t symbol) { return static_cast<std::uint32_t>(symbol); }

constexpr std::size_t kStretch = 1 << 16;     // symbols
constexpr std::uint64_t kHeldPerSymbol = 64;  // bytes of memory while its run is hashed
constexpr unsigned kHashedPart = 8;           // part of the memory

RunSymbols run_symbols_of(const Text& text) {
  if (const auto* bytes = std::get_if<tokens::Bytes>(&text.symbols)) return std::span(*bytes);
  if (const auto* points = std::get_if<tokens::CodePoints>(&text.symbols))
    return std::span(*points);
  return std::span(text.word_hashes);
}

// If blocks are adjacent, the hash rolls on from one to the next.
Candidates candidates_of(const Text& text, std::span<const Starts> blocks,
                         const RunHash& run_hash) {
  Candidates found;
  std::vector<base::Hash128> hashes;
  for (std::size_t i = 0; i < blocks.size();) {
    const std::size_t first = i;
    while (++i < blocks.size() && blocks[i].begin == blocks[i - 1].end) {
    }
    const std::uint32_t begin = blocks[first].begin, end = blocks[i - 1].end;
    hashes.clear();
    run_hash.append(run_symbols_of(text), begin, end, hashes);
    for (std::size_t j = 0; j < hashes.size(); ++j) found.runs.emplace_back(hashes[j], begin + j);
    const auto runs = std::span(found.runs).last(hashes.size());
    for (const Starts& block : blocks.subspan(first, i - first)) {
      found.blocks.emplace_back(runs.subspan(block.begin - begin, block.end - block.begin));
    }
  }
  return found;
}

base::Hash128 hash_of(std::span<const RunAt> all) {
  const std::array<std::uint64_t, 5> ends = {all.front().hash()[0], all.front().hash()[1],
                                             all.back().hash()[0], all.back().hash()[1],
                                             all.size()};
  return base::hash128({reinterpret_cast<const char*>(ends.data()), sizeof(ends)});
}

// The first blocks that are within a stretch, at least one.
std::span<const Starts> stretch_of(std::span<const Starts> blocks) {
  const std::uint32_t begin = blocks.front().begin;
  const auto beyond = std::ranges::find_if(
      blocks.subspan(1), [&](const Starts& block) { return block.end - begin > kStretch; });
  return blocks.first(static_cast<std::size_t>(beyond - blocks.begin()));
}

constexpr RunAt kFree;

constexpr unsigned kTablePart = 8;  // part of the memory
constexpr std::uint64_t kLeastTable = 64 << 10;

// One bit of table for each byte read. One k-gram in a dozen words is selected, so one slot in
// forty is filled, or one in five if the input unpacks to eight times its bytes.
std::uint64_t table_bytes(std::uint64_t input_bytes, std::uint64_t memory) {
  const std::uint64_t most = memory / kTablePart;
  const std::uint64_t wanted = input_bytes == 0 ? most : std::bit_ceil(input_bytes / 8);
  return std::clamp(wanted, std::min(kLeastTable, most), most);
}

// The fingerprints of winnowing that occur again, or that occur in the texts compared with.
Result<SeenTable> see_fingerprints(const Sources& sources, const Workplace& place,
                                   base::Hash128& seen) {
  WHORL_ASSIGN_OR_RETURN(auto all, AllTexts::open(sources, Want::symbols, place));
  WHORL_ASSIGN_OR_RETURN(auto bytes, all.bytes());
  SeenTable table(table_bytes(bytes, place.limits.memory));
  place.progress.phase("finding repeats", bytes);
  const auto see = [&](const std::vector<Text>& texts, bool of_input) -> Result<void> {
    for (const Text& text : texts) seen = input::hash_after(seen, text.content);
    if (of_input && sources.has_against()) return {};
    base::parallel_for(texts.size(), place.limits.threads, [&](std::size_t i) {
      for (const std::uint64_t hash : selected_of(texts[i], place.grid).hash) table.add(hash);
    });
    return {};
  };
  WHORL_RETURN_IF_ERROR(all.for_each_batch(see));
  return table;
}

// Sorts the candidates of document after document; of a copied block, only the block.
class RunSorter {
 public:
  RunSorter(const Workplace& place, std::uint64_t table_bytes)
      : runs_(place.file_system, place.sort("runs", 5)),
        copies_(place.file_system, place.sort("copies", 16)),
        known_(table_bytes) {}

  // `found` is in a document whose symbols are numbered from `first_symbol` on.
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
  place.progress.phase("sorting possible repeats", bytes);
  // Half as much for blocks, because only k-grams that occur again end a block.
  RunSorter sorter(place, table_bytes(bytes, place.limits.memory) / 2);
  const CandidateFinder finder(place.grid, place.limits, [&](std::uint64_t hash) {
    return sources.has_against() ? table.met(hash) : table.met_again(hash);
  });
  AgainstRead against;
  std::uint64_t text_bytes = 0;
  const auto add = [&](const std::vector<Text>& texts, bool of_input) -> Result<void> {
    return finder.find(texts, [&](const Text& text, CandidateParts found) -> Result<void> {
      seen = input::hash_after(seen, text.content);
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

RunHash::RunHash(std::uint32_t run, std::array<std::uint64_t, 2> points) : run_(run) {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const std::uint64_t at = points[i] % (kPrime - 2) + 2;
    const std::uint64_t next = product(at, at);
    std::uint64_t power = 1;
    for (std::uint32_t j = 0; j < run; ++j) power = product(power, next);
    points_[i] = {at, next, kPrime - power, product(kPrime - power, at)};
  }
}

RunHash RunHash::draw(std::uint32_t run) {
  return {run, {base::random_word(), base::random_word()}};
}

void RunHash::append(const RunSymbols& symbols, std::size_t begin, std::size_t end,
                     std::vector<base::Hash128>& out) const {
  if (begin == end) return;
  const auto roll = [&](auto span) {
    std::array<std::uint64_t, 2> hash{};
    const auto push = [&] { out.push_back({hash[0], hash[1]}); };
    for (std::size_t i = begin; i < begin + run_; ++i) {
      for (std::size_t j = 0; j < hash.size(); ++j) {
        const Point& point = points_[j];
        hash[j] = reduced(Wide{hash[j]} * point.next + Wide{point.at} * high_of(span[i]) +
                          low_of(span[i]));
      }
    }
    push();
    for (std::size_t first = begin + 1; first < end; ++first) {
      const std::uint64_t leaves = span[first - 1];
      const std::uint64_t enters = span[first + run_ - 1];
      for (std::size_t j = 0; j < hash.size(); ++j) {
        const Point& point = points_[j];
        hash[j] = reduced(Wide{hash[j]} * point.next + Wide{point.leaving_high} * high_of(leaves) +
                          Wide{point.leaving} * low_of(leaves) + Wide{point.at} * high_of(enters) +
                          low_of(enters));
      }
      push();
    }
  };
  std::visit(roll, symbols);
}

std::vector<Starts> candidate_starts(const Fingerprints& selected, std::size_t symbols,
                                     const Grid& grid,
                                     const std::function<bool(std::uint64_t)>& may_repeat) {
  std::vector<Starts> found;
  if (symbols < grid.run) return found;
  const auto runs = static_cast<std::uint32_t>(symbols - grid.run + 1);
  for (std::size_t i = 0; i < selected.size(); ++i) {
    if (!may_repeat(selected.hash[i])) continue;
    const auto at = static_cast<std::uint32_t>(selected.position[i]);
    const std::uint32_t window = at < grid.window ? 0 : at - grid.window + 1;
    const std::uint32_t begin = found.empty() ? window : std::max(window, found.back().end);
    const std::uint32_t end = std::min(at + 1, runs);
    if (begin < end) found.push_back({begin, end});
  }
  return found;
}

std::size_t count_of(const tokens::Symbols& symbols) {
  return std::visit([](const auto& list) { return list.size(); }, symbols);
}

Fingerprints selected_of(const Text& text, const Grid& grid) {
  static base::PerThread<select::SelectionMemory> memory;
  Fingerprints out;
  select::select(tokens::span_of(text.symbols), grid.recipe, 1, memory.mine(), out);
  return out;
}

Block::Block(std::span<const RunAt> all)
    : place(hash_of(all), all.front().at()), runs(static_cast<std::uint32_t>(all.size())) {}

CandidateParts::CandidateParts(const Text& text, std::vector<Starts> blocks,
                               const RunHash& run_hash)
    : text_(&text), run_hash_(&run_hash), blocks_(std::move(blocks)) {
  if (count_of(text.symbols) <= kStretch) ahead_ = next();
}

std::optional<Candidates> CandidateParts::next() {
  if (ahead_) return std::exchange(ahead_, std::nullopt);
  if (taken_ == blocks_.size()) return std::nullopt;
  const auto stretch = stretch_of(std::span(blocks_).subspan(taken_));
  taken_ += stretch.size();
  return candidates_of(*text_, stretch, *run_hash_);
}

CandidateFinder::CandidateFinder(const Grid& grid, const RunLimits& limits, MayRepeat may_repeat)
    : grid_(grid),
      limits_(limits),
      may_repeat_(std::move(may_repeat)),
      run_hash_(RunHash::draw(grid.run)) {}

std::span<const Text> CandidateFinder::next_few(std::span<const Text> texts) const {
  const std::uint64_t most = limits_.memory / kHashedPart / kHeldPerSymbol;
  std::size_t count = 0;
  for (std::uint64_t symbols = 0; count < texts.size() && symbols <= most; ++count) {
    symbols += count_of(texts[count].symbols);
  }
  return texts.first(count);
}

Result<void> CandidateFinder::find(
    std::span<const Text> texts,
    const std::function<Result<void>(const Text&, CandidateParts)>& take) const {
  while (!texts.empty()) {
    const auto some = next_few(texts);
    std::vector<std::optional<CandidateParts>> found(some.size());
    base::parallel_for(some.size(), limits_.threads, [&](std::size_t i) {
      found[i].emplace(some[i],
                       candidate_starts(selected_of(some[i], grid_), count_of(some[i].symbols),
                                        grid_, may_repeat_),
                       run_hash_);
    });
    for (std::size_t i = 0; i < some.size(); ++i) {
      WHORL_RETURN_IF_ERROR(take(some[i], std::move(*found[i])));
    }
    texts = texts.subspan(some.size());
  }
  return {};
}

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
  return fail(ErrorCode::corrupt,
              "the second reading of the inputs gave other bytes: they have changed, or the disk "
              "fails; run the command again");
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
