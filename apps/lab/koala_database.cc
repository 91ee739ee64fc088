#include "lab/koala_database.h"

#include <algorithm>
#include <functional>
#include <map>

#include "base/sort_hashes.h"

namespace whorl::internal::lab {
namespace {

RankedHashes first_of(const RankedHashes& ranking, std::uint32_t count) {
  RankedHashes out(
      ranking.begin(),
      ranking.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(count, ranking.size())));
  base::sort_distinct(out);
  return out;
}

}  // namespace

KoalaDatabase::KoalaDatabase(std::span<const RankedHashes> rankings,
                             std::span<const std::uint32_t> texts, std::uint32_t stored)
    : rankings_(rankings), sizes_(rankings.size()) {
  for (const std::uint32_t text : texts) {
    const RankedHashes kept = first_of(rankings[text], stored);
    for (const std::uint32_t hash : kept) postings_.push_back({hash, text});
    sizes_[text] = static_cast<std::uint32_t>(kept.size());
  }
  std::ranges::sort(postings_);
}

KoalaDatabase::OfHash KoalaDatabase::of(std::uint32_t hash) const {
  const auto [begin, end] = std::ranges::equal_range(postings_, hash, {}, &Posting::hash);
  return {begin, end};
}

std::vector<KoalaHit> KoalaDatabase::search(std::uint32_t text, std::uint32_t searched,
                                            const FrequencyCheck& check) const {
  std::vector<OfHash> found;
  for (const std::uint32_t hash : first_of(rankings_[text], searched)) {
    if (const OfHash one = of(hash); !one.empty()) found.push_back(one);
  }
  const auto is_common = [&](const OfHash& one) {
    return check.from > 0 && one.size() >= check.from;
  };
  const auto common = std::ranges::stable_partition(found, is_common).begin();
  std::ranges::stable_sort(found.begin(), common, std::ranges::greater(), &OfHash::size);
  const auto ignored =
      std::min<std::size_t>(static_cast<std::size_t>(common - found.begin()), check.most);

  struct Sums {
    std::uint32_t matched = 0, ignored = 0;
  };
  std::map<std::uint32_t, Sums> sums;
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const Posting& posting : found[i]) {
      Sums& of_text = sums[posting.text];
      ++(i < ignored ? of_text.ignored : of_text.matched);
    }
  }
  std::vector<KoalaHit> hits;
  for (const auto& [other, of_text] : sums) {
    if (of_text.matched == 0) continue;
    hits.push_back(
        {text, other, static_cast<double>(of_text.matched) / (sizes_[other] - of_text.ignored)});
  }
  return hits;
}

}  // namespace whorl::internal::lab
