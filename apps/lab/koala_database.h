// A database of Koala in memory: stored substrings of texts, and searches (Heintze 1996).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lab/koala_ranking.h"

namespace whorl::internal::lab {

// Substrings found in at least `from` texts are ignored, the most frequent first, at most `most` in
// a search. 0: none are.
struct FrequencyCheck {
  std::uint64_t from = 4;
  std::uint64_t most = 10;
};

struct KoalaRule {
  RankingRule ranking = {};
  std::uint32_t stored = 100;
  std::uint32_t searched = 1000;
  FrequencyCheck check = {};
};

// A text that has searched substrings stored, and its share of them, without the ignored ones.
struct KoalaHit {
  std::uint32_t searched = 0;  // of the texts
  std::uint32_t found = 0;
  double ratio = 0;
};

class KoalaDatabase {
 public:
  // Stores the first `stored` substrings of `texts`, which are numbers of rankings. `rankings` must
  // outlive it.
  KoalaDatabase(std::span<const RankedHashes> rankings, std::span<const std::uint32_t> texts,
                std::uint32_t stored);

  // The hits of a text of the rankings, including itself if it is stored.
  std::vector<KoalaHit> search(std::uint32_t text, std::uint32_t searched,
                               const FrequencyCheck& check) const;

 private:
  struct Posting {
    std::uint32_t hash;
    std::uint32_t text;
    friend auto operator<=>(const Posting&, const Posting&) = default;
  };
  using OfHash = std::span<const Posting>;

  OfHash of(std::uint32_t hash) const;

  std::span<const RankedHashes> rankings_;
  std::vector<Posting> postings_;
  std::vector<std::uint32_t> sizes_;  // distinct hashes stored of each text
};

}  // namespace whorl::internal::lab
