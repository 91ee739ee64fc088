// Seeds of near passages: k-grams that the input shares with an earlier text, found out of core.
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

// A k-gram that winnowing selected, with its context.
struct Gram {
  std::uint64_t hash = 0;
  std::uint64_t around = 0;  // see GramContext
  std::uint64_t at = 0;
  auto operator<=>(const Gram&) const = default;
  std::array<std::uint64_t, 3> sort_key() const { return {hash, around, at}; }
};

// Eight bits of the hash of each of the five words after a k-gram and the three before it, the
// nearest in the highest bits. If k-grams are sorted by it, those with similar contexts are
// adjacent.
struct GramContext {
  static constexpr unsigned kAfter = 5;
  static constexpr unsigned kBefore = 3;

  // The context of the k-gram at [begin, end) of the words.
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

// Up to this number, equal k-grams of a collection of `symbols` symbols are all paired with each
// other. It falls with the size, so that there are never many more pairs than symbols.
inline std::size_t most_all_paired(std::uint64_t symbols) {
  return std::clamp<std::uint64_t>((std::uint64_t{1} << 30) / (symbols + 1), 32, 4096);
}

// Pairs the equal k-grams of a stream that has them in order.
//
// The first `all` of equal ones are paired with each other. A later one is paired with the kNearest
// before it, which have the most similar contexts. So the work grows with their number and not with
// its square.
class GramPairs {
 public:
  static constexpr std::size_t kNearest = 4;

  // The input begins at the symbol `input`. Its k-grams are paired with those before it, which
  // belong to the texts that it is compared with. If there are none, they are paired with each
  // other.
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

  unsigned around_;  // equal words next to the k-gram that a seed needs
  std::uint32_t k_;
  std::uint64_t input_;
  std::size_t all_;
  base::ExternalSorter<SortedSeed>& seeds_;
  std::uint64_t hash_ = 0;                   // of those below
  std::size_t met_ = 0;                      // equal ones so far
  std::array<std::vector<Gram>, 2> before_;  // those of other texts and of the input
  std::uint64_t count_ = 0;
};

// The seeds of all texts: the exact passages, and in the rest the k-grams that an earlier text has
// too.
struct NearSeeds {
  base::SortedStream<SortedSeed> seeds;
  std::uint64_t count = 0;
};

// The input of the search for near passages.
struct NearSearch {
  const Sources& sources;
  const Workplace& place;  // with a grid that finds the seeds of the rule
  const near::NearRule& rule;
  const DocumentList& documents;
  std::uint64_t against = 0;  // number of documents of other texts, which come first
};

// Reads all texts, writes their words to the file `words`, and passes each exact passage on.
Result<NearSeeds> find_seeds(const NearSearch& search, base::SortedStream<Passage> exact,
                             base::ExternalSorter<Passage>& passages,
                             const base::FileSystem::Path& words);

}  // namespace whorl::internal::repeats
