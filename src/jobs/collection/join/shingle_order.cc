#include "whorl/shingle_order.h"

#include <algorithm>

namespace whorl::phases {

std::vector<HotShingle> hot_shingles(std::span<const Shingles> sample, std::uint32_t least) {
  std::vector<std::uint64_t> all;
  for (const Shingles sketch : sample) all.insert(all.end(), sketch.begin(), sketch.end());
  std::ranges::sort(all);
  std::vector<HotShingle> hot;
  for (auto it = all.begin(); it != all.end();) {
    const auto next = std::ranges::upper_bound(it, all.end(), *it);
    const auto documents = static_cast<std::uint32_t>(next - it);
    if (documents >= least) hot.push_back({*it, documents});
    it = next;
  }
  return hot;
}

ShingleOrder::ShingleOrder(std::span<const HotShingle> hot) : hot_(hot.begin(), hot.end()) {
  std::ranges::sort(hot_, {}, &HotShingle::shingle);
}

std::size_t ShingleOrder::append_first(Shingles set, std::size_t count,
                                       std::vector<std::uint64_t>& out) const {
  std::vector<HotShingle> passed_over;
  const std::size_t end = out.size() + std::min(count, set.size());
  for (auto it = set.begin(); it != set.end() && out.size() < end; ++it) {
    const std::uint32_t in_sample = documents(*it);
    if (in_sample == 0) {
      out.push_back(*it);
    } else {
      passed_over.push_back({*it, in_sample});
    }
  }
  if (out.size() == end) return 0;
  std::ranges::stable_sort(passed_over, {}, &HotShingle::documents);
  for (std::size_t i = 0; out.size() < end; ++i) out.push_back(passed_over[i].shingle);
  return passed_over.size();
}

std::uint32_t ShingleOrder::documents(std::uint64_t shingle) const {
  const auto it = std::ranges::lower_bound(hot_, shingle, {}, &HotShingle::shingle);
  return it != hot_.end() && it->shingle == shingle ? it->documents : 0;
}

}  // namespace whorl::phases
