#include "lab/koala_ranking.h"

#include <algorithm>

#include "base/parallel.h"
#include "base/sort_hashes.h"
#include "fingerprints/kernels/kgram_hash.h"
#include "fingerprints/kernels/order_keys.h"
#include "fingerprints/select/rarity.h"
#include "tokens/consonants.h"

namespace whorl::internal::lab {
namespace {

constexpr std::uint32_t kAlphabet = 26;

std::vector<std::uint64_t> hashes_of(Consonants text, std::uint32_t k) {
  if (text.size() < k) return {};
  std::vector<std::uint64_t> hashes(text.size() - k + 1);
  kernels::all_fingerprints(text, k, 0, hashes.data());
  return hashes;
}

std::vector<std::uint64_t> orders_of(Consonants text, std::uint32_t k) {
  std::vector<std::uint32_t> keys;
  kernels::order_keys(text, k, kernels::order_seed(0), keys);
  return {keys.begin(), keys.end()};
}

std::vector<std::uint32_t> counts_of(Consonants text, std::uint32_t k, Rarity rarity,
                                     const PrefixCounts& database) {
  switch (rarity) {
    case Rarity::none:
      return std::vector<std::uint32_t>(text.size() < k ? 0 : text.size() - k + 1);
    case Rarity::text:
      return select::prefix_counts(text, k);
    case Rarity::database:
      return database.of(text);
  }
  return {};
}

}  // namespace

std::vector<KoalaText> koala_texts(std::span<const methods::Text> texts) {
  std::vector<KoalaText> out(texts.size());
  base::parallel_for(texts.size(), 0, [&](std::size_t i) {
    auto canon = tokens::all_consonants(texts[i].bytes);
    out[i] = {texts[i].name, std::move(std::get<tokens::Bytes>(canon.symbols))};
  });
  return out;
}

Consonants counted(const KoalaText& text, Prologue prologue) {
  const Consonants all = text.consonants;
  return prologue == Prologue::kept ? all : all.subspan(tokens::prologue_of(all.size()));
}

PrefixCounts::PrefixCounts(std::uint32_t k) : k_(k), letters_(std::min(k, select::kRarityLetters)) {
  std::size_t prefixes = 1;
  for (std::uint32_t i = 0; i < letters_; ++i) prefixes *= kAlphabet;
  counts_.resize(prefixes);
}

template <class Visit>
void PrefixCounts::for_each_prefix(Consonants text, Visit visit) const {
  for (std::size_t i = 0; i + k_ <= text.size(); ++i) {
    std::size_t prefix = 0;
    for (const std::uint8_t letter : text.subspan(i, letters_)) {
      prefix = prefix * kAlphabet + (letter - std::size_t{'a'});
    }
    visit(prefix);
  }
}

void PrefixCounts::add(Consonants text) {
  for_each_prefix(text, [&](std::size_t prefix) { ++counts_[prefix]; });
}

std::vector<std::uint32_t> PrefixCounts::of(Consonants text) const {
  std::vector<std::uint32_t> out;
  for_each_prefix(text, [&](std::size_t prefix) { out.push_back(counts_[prefix]); });
  return out;
}

RankedHashes rank_substrings(Consonants text, std::uint32_t k, Rarity rarity,
                             const PrefixCounts& database, std::uint64_t most) {
  const std::vector<std::uint64_t> hashes = hashes_of(text, k);
  RankedHashes out;
  for (const std::uint32_t position : select::rarest_first(counts_of(text, k, rarity, database),
                                                           orders_of(text, k), hashes, most)) {
    out.push_back(static_cast<std::uint32_t>(hashes[position] >> (64 - kKoalaBits)));
  }
  return out;
}

std::vector<RankedHashes> rank_all(std::span<const KoalaText> texts, const RankingRule& rule,
                                   std::uint64_t most) {
  PrefixCounts database(rule.k);
  if (rule.rarity == Rarity::database) {
    for (const KoalaText& text : texts) database.add(counted(text, rule.prologue));
  }
  std::vector<RankedHashes> out(texts.size());
  base::parallel_for(texts.size(), 0, [&](std::size_t i) {
    out[i] = rank_substrings(counted(texts[i], rule.prologue), rule.k, rule.rarity, database, most);
  });
  return out;
}

std::vector<std::uint64_t> full_fingerprint(Consonants text, std::uint32_t k) {
  std::vector<std::uint64_t> hashes = hashes_of(text, k);
  base::sort_distinct(hashes);
  return hashes;
}

}  // namespace whorl::internal::lab
