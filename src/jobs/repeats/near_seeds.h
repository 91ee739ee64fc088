// Seeds of near passages: k-grams that the input has in common with an earlier text, out of core.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "base/external_sort.h"
#include "jobs/repeats/near_alignment.h"
#include "jobs/repeats/passages.h"
#include "jobs/repeats/workplace.h"
#include "passages/near/near_rule.h"

namespace whorl::internal::repeats {

// A k-gram that winnowing selected, with what stands around it.
struct Gram {
  std::uint64_t hash = 0;
  std::uint64_t around = 0;  // see GramContext
  std::uint64_t at = 0;
  auto operator<=>(const Gram&) const = default;
  std::array<std::uint64_t, 3> sort_key() const { return {hash, around, at}; }
};

// Eight bits of the hash of each of the five words after a k-gram and the three before it, the
// nearest in the highest ones: sorted by it, k-grams are next to those that go on alike.
struct GramContext {
  static constexpr unsigned kAfter = 5;
  static constexpr unsigned kBefore = 3;

  // Of the k-gram at [begin, end) of the words.
  static std::uint64_t of(std::span<const std::uint64_t> words, std::size_t begin, std::size_t end);
  // Words that two contexts have in common next to the k-gram, on both sides together. Different
  // words can count as equal, equal words never as different.
  static unsigned in_common(std::uint64_t a, std::uint64_t b);
};

// A seed, in the order of the later text.
struct SortedSeed {
  std::uint64_t at = 0;
  std::uint64_t first = 0;
  auto operator<=>(const SortedSeed&) const = default;
  std::array<std::uint64_t, 2> sort_key() const { return {at, first}; }
};

// How many equal k-grams of a collection of `symbols` symbols are all paired with each other: the
// fewer the larger it is, so that the pairs are never many more than the symbols.
inline std::size_t most_all_paired(std::uint64_t symbols) {
  return std::clamp<std::uint64_t>((std::uint64_t{1} << 30) / (symbols + 1), 32, 4096);
}

// Pairs the equal k-grams of a stream that has them in order.
//
// The first `all` of equal ones are paired with each other. One that comes after these is paired
// with the kNearest before it, which go on as it does, so the work grows with their number and not
// with its square.
class GramPairs {
 public:
  static constexpr std::size_t kNearest = 4;

  // The input begins at the symbol `input`. Its k-grams are paired with those before it, which are
  // of the texts that it is compared against; where there are none, with each other.
  GramPairs(const near::NearRule& rule, std::uint32_t k, std::uint64_t input, std::size_t all,
            base::ExternalSorter<SortedSeed>& seeds)
      : around_(
            static_cast<unsigned>(std::min<std::uint64_t>(rule.seed - k, GramContext::kBefore))),
        k_(k),
        input_(input),
        all_(all),
        seeds_(seeds) {}

  Result<void> add(const Gram& gram);
  std::uint64_t count() const { return count_; }  // of the seeds

 private:
  Result<void> pair(const Gram& a, const Gram& b);

  unsigned around_;  // words beside the k-gram that are equal where a seed may be
  std::uint32_t k_;
  std::uint64_t input_;
  std::size_t all_;
  base::ExternalSorter<SortedSeed>& seeds_;
  std::uint64_t hash_ = 0;                   // of those below
  std::size_t met_ = 0;                      // equal ones so far
  std::array<std::vector<Gram>, 2> before_;  // those of other texts and of the input
  std::uint64_t count_ = 0;
};

// The seeds of all texts: where an exact passage stands, and of what stays the k-grams that an
// earlier text has too.
struct NearSeeds {
  base::SortedStream<SortedSeed> seeds;
  std::uint64_t count = 0;
};

// What near passages are looked for in.
struct NearSearch {
  const Sources& sources;
  const Workplace& place;  // of a grid that finds the seeds of the rule
  const near::NearRule& rule;
  const DocumentList& documents;
  std::uint64_t against = 0;  // of the documents, those of other texts, which come first
};

// Reads all texts, writes their words to the file `words`, and hands each exact passage on.
Result<NearSeeds> find_seeds(const NearSearch& search, base::SortedStream<Passage> exact,
                             base::ExternalSorter<Passage>& passages,
                             const base::FileSystem::Path& words);

}  // namespace whorl::internal::repeats
