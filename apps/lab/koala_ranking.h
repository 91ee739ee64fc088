// The substrings of texts in the order in which Koala selects them (Heintze 1996).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "methods/texts.h"
#include "tokens/canon.h"

namespace whorl::internal::lab {

// The consonants of a text, including its prologue.
struct KoalaText {
  std::string name;
  tokens::Bytes consonants;
};

enum class Prologue { cut, kept };

// What makes a substring rare: nothing, so that only its hash decides; how often its first letters
// begin a substring of the same text; or how often they do in all texts.
enum class Rarity { none, text, database };

using Consonants = std::span<const std::uint8_t>;

// In the order of `texts`. Works on several threads.
std::vector<KoalaText> koala_texts(std::span<const methods::Text> texts);

// The part of a text that is counted.
Consonants counted(const KoalaText& text, Prologue prologue);

// Counts over many texts how often letters begin a substring.
class PrefixCounts {
 public:
  explicit PrefixCounts(std::uint32_t k);
  void add(Consonants text);
  // The count of the prefix of each substring of k consonants.
  std::vector<std::uint32_t> of(Consonants text) const;

 private:
  template <class Visit>
  void for_each_prefix(Consonants text, Visit visit) const;

  std::uint32_t k_;
  std::uint32_t letters_;
  std::vector<std::uint32_t> counts_;  // indexed by the prefix as a number to base 26
};

inline constexpr unsigned kKoalaBits = 28;

// Distinct substrings by their 28-bit hashes, the rarest first.
using RankedHashes = std::vector<std::uint32_t>;

struct RankingRule {
  std::uint32_t k = 20;  // consonants per substring
  Prologue prologue = Prologue::cut;
  Rarity rarity = Rarity::text;
  friend bool operator==(const RankingRule&, const RankingRule&) = default;
};

// The first `most` substrings of a text. `database` is used only for Rarity::database.
RankedHashes rank_substrings(Consonants text, std::uint32_t k, Rarity rarity,
                             const PrefixCounts& database, std::uint64_t most);

// The same for every text. Works on several threads.
std::vector<RankedHashes> rank_all(std::span<const KoalaText> texts, const RankingRule& rule,
                                   std::uint64_t most);

// The 64-bit hash of every distinct substring, ascending: the full fingerprint.
std::vector<std::uint64_t> full_fingerprint(Consonants text, std::uint32_t k);

}  // namespace whorl::internal::lab
