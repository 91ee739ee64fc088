#include "registry/joined_answers.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "registry/hit_order.h"

namespace whorl::internal::registry {
namespace {

std::vector<KnownRange> united(std::vector<KnownRange> a, const std::vector<KnownRange>& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::ranges::sort(a, {}, &KnownRange::first);
  std::vector<KnownRange> out;
  for (const KnownRange& range : a) {
    if (out.empty() || range.first > out.back().end) {
      out.push_back(range);
    } else if (range.end > out.back().end) {
      out.back().end = range.end;
      out.back().bytes.end = range.bytes.end;
      out.back().last_line = range.last_line;
    }
  }
  return out;
}

// By chance a document may share a short fingerprint under the key that is not its own.
std::vector<RegistryHit> best_of(std::vector<RegistryHit> a, std::vector<RegistryHit> b,
                                 const HitsWanted& wanted) {
  a.insert(a.end(), std::make_move_iterator(b.begin()), std::make_move_iterator(b.end()));
  std::ranges::stable_sort(a, std::ranges::greater(),
                           [&](const RegistryHit& hit) { return rank_of(hit, wanted.scheme); });
  std::set<std::uint32_t> numbers;
  std::erase_if(a, [&](const RegistryHit& h) { return !numbers.insert(h.document.number).second; });
  if (a.size() > wanted.limit) a.resize(wanted.limit);
  return a;
}

}  // namespace

RegistryAnswer joined_answers(RegistryAnswer present, RegistryAnswer former,
                              const HitsWanted& wanted) {
  present.hits = best_of(std::move(present.hits), std::move(former.hits), wanted);
  present.ranges = united(std::move(present.ranges), former.ranges);
  present.found += former.found;
  present.hidden += former.hidden;
  present.too_short = present.too_short && former.too_short;
  if (former.global.value > present.global.value) present.global = former.global;
  return present;
}

}  // namespace whorl::internal::registry
