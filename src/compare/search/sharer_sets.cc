#include "compare/search/sharer_sets.h"

#include <algorithm>

#include "match/side.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace whorl::internal::compare::search {

using index::Posting;

void SharerGrouping::add(std::span<Posting> group) {
  while (!group.empty() && group.front().owner != group.back().owner) {
    const Posting first = group.front();
    const auto like_first = [&](const Posting& other) {
      return same_tgram(corpus_, index_, first, other);
    };
    auto unlike = std::ranges::find_if_not(group, like_first);
    if (unlike != group.end()) unlike = std::stable_partition(unlike, group.end(), like_first);
    add_tgram({group.begin(), unlike});
    group = {unlike, group.end()};
  }
}

void SharerGrouping::add_tgram(std::span<const Posting> group) {
  index::list_owners(group, ranks_);
  if (ranks_.size() > 1) add_set();
}

void SharerGrouping::add_set() {
  const std::uint32_t set = out_.sets.size();
  out_.sets.push_back(ranks_);
  const std::uint64_t hash = XXH3_64bits(ranks_.data(), ranks_.size() * sizeof(ranks_[0]));
  const auto [first, last] = by_hash_.equal_range(hash);
  const bool known = std::any_of(first, last, [&](const auto& other) {
    return std::ranges::equal(out_.sets[other.second], out_.sets[set]);
  });
  if (known) return out_.sets.pop_back();
  by_hash_.emplace(hash, set);
  for (const std::uint32_t rank : ranks_) out_.of_rank[rank].push_back(set);
}

bool same_tgram(const corpus::Corpus& corpus, const index::SharedIndex& index, const Posting& a,
                const Posting& b) {
  const std::uint32_t x = index.owner_of(a.owner), y = index.owner_of(b.owner);
  const match::Run& a_run = match::run_at(corpus.texts[x].runs, a.position);
  const match::Run& b_run = match::run_at(corpus.texts[y].runs, b.position);
  const std::uint32_t t = corpus.files[corpus.locate(x, a.position).file].guarantee;
  const std::uint32_t most = std::min(t, b_run.end - b.position);
  return match::agree_right(a_run, a.position, b_run, b.position, most) == t;
}

}  // namespace whorl::internal::compare::search
