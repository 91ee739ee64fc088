// Passages: consecutive repeats, joined to what a reader would call one passage.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "jobs/repeats/runs.h"
#include "tokens/canon.h"
#include "whorl/repeats.h"

namespace whorl::internal::repeats {

// Finds, out of core, the runs of t symbols that occur earlier.

// Runs that begin at consecutive symbols and occur earlier in the same order, given by the numbers
// of first symbols.
struct Repeat {
  std::uint64_t at = 0;
  std::uint64_t first = 0;  // first occurrence of the same run
  std::uint64_t runs = 1;
  auto operator<=>(const Repeat&) const = default;
  std::array<std::uint64_t, 3> sort_key() const { return {at, first, runs}; }
  std::uint64_t end() const { return at + runs; }
};

struct FoundRepeats {
  DocumentList documents;  // of `against`, then of the input
  AgainstRead against;
  std::uint64_t bytes = 0;             // of the input's texts before conversion
  base::SortedStream<Repeat> repeats;  // each start in the input once, ascending
};

// With `against`, repeats are runs of the input that also occur there. Otherwise they are runs that
// occur in an earlier document, or earlier in the same one without overlap.
Result<FoundRepeats> find_repeats(const Sources& sources, const Workplace& place);

// Symbols of the input that occur earlier in the same order: all of them, or most if it is near.
struct Passage {
  std::uint64_t at = 0;       // number of its first symbol
  std::uint64_t first = 0;    // first occurrence of the same symbols
  std::uint64_t symbols = 0;  // ≥ 1: passages do not overlap, so one may have only the end of a run
  std::uint64_t equal = 1000;  // in thousandths
  // Its runs of t symbols begin at this symbol, which may be before `at`, and at each one after it,
  // up to t symbols before the end. Not for near passages.
  std::uint64_t runs_at = 0;
  auto operator<=>(const Passage&) const = default;
  std::array<std::uint64_t, 5> sort_key() const { return {at, first, symbols, equal, runs_at}; }
  std::uint64_t end() const { return at + symbols; }
};

// Joins repeats, which come in ascending order, to passages.
class PassageBuilder {
 public:
  explicit PassageBuilder(std::uint32_t run) : run_(run) {}

  // The passage that ended before `repeat`, if there is one.
  std::optional<Passage> take(const Repeat& repeat);
  // The last one.
  std::optional<Passage> finish();

 private:
  std::uint32_t run_;
  std::optional<Passage> open_;
};

// A passage and the number of its occurrences.
struct CountedPassage {
  Passage example;  // the first that repeats it
  std::uint64_t times = 0;
};

struct FoundPassages {
  base::SortedStream<Passage> passages;   // ascending
  std::vector<CountedPassage> commonest;  // by times, then symbols, then position
  std::uint64_t count = 0;
  std::uint64_t symbols = 0;
};

inline constexpr std::size_t kCommonest = 100;

// Takes passages in ascending order, and counts equal ones: of the same beginning and length.
class PassageCollector {
 public:
  explicit PassageCollector(const Workplace& place)
      : passages_(place.file_system, place.sort("passages", 8)),
        places_(place.file_system, place.sort("places", 8)) {}

  Result<void> add(const Passage& passage);
  Result<FoundPassages> finish();

 private:
  // A passage, by the symbols that it repeats.
  struct Place {
    std::uint64_t first = 0;
    std::uint64_t symbols = 0;
    std::uint64_t at = 0;
    std::uint64_t equal = 0;
    auto operator<=>(const Place&) const = default;
    std::array<std::uint64_t, 4> sort_key() const { return {first, symbols, at, equal}; }
  };

  Result<std::vector<CountedPassage>> count_equal();

  base::ExternalSorter<Passage> passages_;
  base::ExternalSorter<Place> places_;
  std::uint64_t count_ = 0;
  std::uint64_t symbols_ = 0;
};

// Builds all passages of `repeats`.
Result<FoundPassages> find_passages(base::SortedStream<Repeat> repeats, const Workplace& place);

// Returns the passages of one document after the other.
class PassageReader {
 public:
  explicit PassageReader(base::SortedStream<Passage> passages) : passages_(std::move(passages)) {}

  // Those that begin before the symbol `end`, which must be after those of earlier calls.
  Result<std::vector<Passage>> before(std::uint64_t end);

 private:
  base::SortedStream<Passage> passages_;
  std::span<const Passage> ahead_;
};

// Pieces: the parts of a text that are cut, in bytes.

struct Piece {
  std::size_t begin = 0;  // bytes [begin, end) of the text, whole characters
  std::size_t end = 0;
  std::uint64_t symbols = 0;          // in it
  std::span<const Passage> passages;  // that are in it, or extend into it
};

// A text whose symbols are numbered from `first_symbol` on.
struct NumberedText {
  std::string_view text;
  const tokens::Canon& canon;
  std::uint64_t first_symbol = 0;
};

// A line or paragraph is cut if at least this share of its runs of `run` symbols occurs earlier.
struct RunShare {
  double least = 1;
  std::uint32_t run = 0;
};

// The parts to cut if `passages`, those of the text in ascending order, are repeats. Pieces ascend
// and do not touch. Without `share`, and if a unit has fewer symbols than a run, all its symbols
// must be in passages. O(text) for lines and paragraphs, else O(passages).
std::vector<Piece> pieces_of(const NumberedText& text, std::span<const Passage> passages,
                             CutUnit unit, const std::optional<RunShare>& share = {});

}  // namespace whorl::internal::repeats
