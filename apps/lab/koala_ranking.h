// The substrings of texts in the order in which Koala takes them (Heintze 1996).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "methods/texts.h"
#include "tokens/canon.h"

namespace whorl::internal::lab {

// The consonants of a text, its prologue among them.
struct KoalaText {
  std::string name;
  tokens::Bytes consonants;
};

enum class Prologue { cut, kept };

// By what a substring is rare: by nothing, so that its hash alone decides; by how often its first
// letters begin a substring of the same text; or of all texts.
enum class Rarity { none, text, database };

using Consonants = std::span<const std::uint8_t>;

// In the order of `texts`; on several threads.
std::vector<KoalaText> koala_texts(std::span<const methods::Text> texts);

// What counts of a text.
Consonants counted(const KoalaText& text, Prologue prologue);

// How often the first letters of substrings begin one, over many texts.
class PrefixCounts {
 public:
  explicit PrefixCounts(std::uint32_t k);
  void add(Consonants text);
  // Of each substring of k consonants.
  std::vector<std::uint32_t> of(Consonants text) const;

 private:
  template <class Visit>
  void for_each_prefix(Consonants text, Visit visit) const;

  std::uint32_t k_;
  std::uint32_t letters_;
  std::vector<std::uint32_t> counts_;  // by the prefix as a number to the base of 26
};

inline constexpr unsigned kKoalaBits = 28;

// Distinct substrings by their hashes of 28 bits, the rarest first.
using RankedHashes = std::vector<std::uint32_t>;

struct RankingRule {
  std::uint32_t k = 20;  // consonants of a substring
  Prologue prologue = Prologue::cut;
  Rarity rarity = Rarity::text;
  friend bool operator==(const RankingRule&, const RankingRule&) = default;
};

// The first `most` of a text. `database` is looked at where rarity is that of the database.
RankedHashes rank_substrings(Consonants text, std::uint32_t k, Rarity rarity,
                             const PrefixCounts& database, std::uint64_t most);

// The same of every text; on several threads.
std::vector<RankedHashes> rank_all(std::span<const KoalaText> texts, const RankingRule& rule,
                                   std::uint64_t most);

// Every distinct substring by its hash of 64 bits, ascending: the full fingerprint.
std::vector<std::uint64_t> full_fingerprint(Consonants text, std::uint32_t k);

}  // namespace whorl::internal::lab
