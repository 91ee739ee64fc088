#include "repeats/find.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <optional>

#include "base/parallel.h"
#include "base/per_thread.h"
#include "base/try.h"
#include "read/record_hash.h"
#include "repeats/candidates.h"
#include "repeats/run_hash.h"
#include "repeats/seen_table.h"
#include "select/select.h"

namespace whorl::internal::repeats {
namespace {

constexpr unsigned kTablePart = 8;  // of the memory
constexpr std::uint64_t kLeastTable = 64 << 10;

// A run by 88 bits of its hash, and where it begins, in 40.
class RunAt {
 public:
  static constexpr std::uint64_t kMostSymbols = std::uint64_t{1} << 40;

  RunAt() = default;
  RunAt(const base::Hash128& hash, std::uint64_t at)
      : high_(hash.high << 3 | hash.low >> 58), low_(hash.low >> 34 << 40 | at) {}

  std::uint64_t at() const { return low_ % kMostSymbols; }
  void move_on(std::uint64_t symbols) { low_ += symbols; }
  bool is_same_run(const RunAt& other) const {
    return high_ == other.high_ && low_ / kMostSymbols == other.low_ / kMostSymbols;
  }
  auto operator<=>(const RunAt&) const = default;
  std::array<std::uint64_t, 2> sort_key() const { return {high_, low_}; }

 private:
  std::uint64_t high_ = 0;
  std::uint64_t low_ = 0;
};

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

// Two bytes of table for a byte that is read: packed, it may be eight of text, in which one k-gram
// in a dozen symbols is selected.
std::uint64_t table_bytes(std::uint64_t input_bytes, std::uint64_t memory) {
  const std::uint64_t most = memory / kTablePart;
  const std::uint64_t wanted = input_bytes == 0 ? most : std::bit_ceil(2 * input_bytes);
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

// The runs of one document that may be repeats; `at` counts from its beginning.
std::vector<RunAt> candidate_runs(const Text& text, const Grid& grid, const RunHash& run_hash,
                                  const std::function<bool(std::uint64_t)>& may_repeat) {
  std::vector<RunAt> runs;
  std::vector<base::Hash128> hashes;
  const auto starts =
      candidate_starts(selected_of(text, grid), count_of(text.symbols), grid, may_repeat);
  for (const Starts& range : starts) {
    hashes.clear();
    run_hash.append(canon::span_of(text.symbols), range.begin, range.end, hashes);
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      runs.emplace_back(hashes[i], range.begin + i);
    }
  }
  return runs;
}

tl::unexpected<Error> too_many_symbols() {
  return fail(ErrorCode::limit_exceeded,
              "the texts have more than 2^40 symbols together: split the input");
}

struct SortedRuns {
  DocumentList documents;
  std::uint64_t against = 0;
  std::uint64_t bytes = 0;
  std::uint64_t count = 0;
  base::SortedStream<RunAt> runs;
};

Result<SortedRuns> sort_runs(const Sources& sources, const Workplace& place, const SeenTable& table,
                             base::Hash128& seen) {
  WHORL_ASSIGN_OR_RETURN(auto all, AllTexts::open(sources, place));
  WHORL_ASSIGN_OR_RETURN(auto bytes, all.bytes());
  WHORL_ASSIGN_OR_RETURN(auto documents,
                         DocumentList::create(place.file_system, place.folder / "names"));
  place.progress.phase("sorting what may be repeated", bytes);
  base::ExternalSorter<RunAt> sorter(place.file_system, place.sort("runs", 4));
  const RunHash run_hash = RunHash::draw(place.grid.run);
  const auto may_repeat = [&](std::uint64_t hash) {
    return sources.has_against() ? table.met(hash) : table.met_again(hash);
  };
  std::uint64_t against = 0, text_bytes = 0, count = 0;
  const auto add = [&](const std::vector<Text>& texts, bool of_input) -> Result<void> {
    std::vector<std::vector<RunAt>> runs(texts.size());
    base::parallel_for(texts.size(), place.limits.threads, [&](std::size_t i) {
      runs[i] = candidate_runs(texts[i], place.grid, run_hash, may_repeat);
    });
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const Text& text = texts[i];
      seen = read::hash_after(seen, text.content);
      for (RunAt& run : runs[i]) run.move_on(documents.symbols());
      WHORL_RETURN_IF_ERROR(sorter.add_all(runs[i]));
      count += runs[i].size();
      WHORL_RETURN_IF_ERROR(documents.add(text.record.id, count_of(text.symbols), text.content));
      if (documents.symbols() > RunAt::kMostSymbols) return too_many_symbols();
      (of_input ? text_bytes : against) += of_input ? text.bytes : 1;
    }
    return {};
  };
  WHORL_RETURN_IF_ERROR(all.for_each_batch(add));
  WHORL_RETURN_IF_ERROR(documents.finish());
  WHORL_ASSIGN_OR_RETURN(auto sorted, sorter.finish());
  return SortedRuns{std::move(documents), against, text_bytes, count, std::move(sorted)};
}

// Of equal runs, which come one after the other, those that repeat the first one.
class RepeatMarker {
 public:
  // `input`: where the symbols of the input begin, after those that it is compared against; none:
  // it is compared with itself.
  RepeatMarker(std::uint32_t run, std::optional<std::uint64_t> input) : run_(run), input_(input) {}

  Result<void> take(const RunAt& run, base::ExternalSorter<Repeat>& repeats) {
    if (!first_ || !first_->is_same_run(run)) {
      first_ = run;
      return {};
    }
    const bool repeats_it =
        input_ ? first_->at() < *input_ && run.at() >= *input_ : first_->at() + run_ <= run.at();
    return repeats_it ? repeats.add({run.at(), first_->at()}) : Result<void>{};
  }

 private:
  std::uint32_t run_;
  std::optional<std::uint64_t> input_;
  std::optional<RunAt> first_;
};

Result<base::SortedStream<Repeat>> mark_repeats(SortedRuns& sorted, bool has_against,
                                                const Workplace& place) {
  place.progress.phase("marking repeats", sorted.count);
  base::ExternalSorter<Repeat> repeats(place.file_system, place.sort("repeats", 4));
  std::optional<std::uint64_t> input;
  if (has_against) input = sorted.documents.first_symbol(sorted.against);
  RepeatMarker marker(place.grid.run, input);
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto runs, sorted.runs.next_some());
    if (runs.empty()) break;
    for (const RunAt& run : runs) WHORL_RETURN_IF_ERROR(marker.take(run, repeats));
    place.progress.advance(runs.size());
  }
  return repeats.finish();
}

}  // namespace

tl::unexpected<Error> inputs_changed() {
  return fail(ErrorCode::corrupt,
              "the inputs have changed since they were read: give the command again");
}

Result<FoundRepeats> find_repeats(const Sources& sources, const Workplace& place) {
  base::Hash128 first_time, second_time;
  auto sorted = [&]() -> Result<SortedRuns> {
    WHORL_ASSIGN_OR_RETURN(auto table, see_fingerprints(sources, place, first_time));
    return sort_runs(sources, place, table, second_time);
  }();
  WHORL_RETURN_IF_ERROR(sorted);
  if (first_time != second_time) return inputs_changed();
  WHORL_ASSIGN_OR_RETURN(auto repeats, mark_repeats(*sorted, sources.has_against(), place));
  return FoundRepeats{std::move(sorted->documents), sorted->against, sorted->bytes,
                      std::move(repeats)};
}

}  // namespace whorl::internal::repeats
