#include "compare/rarities.h"

#include <algorithm>
#include <limits>

#include "base/parallel.h"

namespace whorl {

Rarities::Rarities(const SharedIndex& index, unsigned threads) : begin_(index.owners() + 1) {
  for (std::uint32_t owner = 0; owner < index.owners(); ++owner) {
    begin_[owner + 1] = begin_[owner] + index.picks(owner).size();
  }
  places_.resize(begin_.back());
  parallel_for(index.owners(), threads, [&](std::size_t owner) {
    std::size_t next = begin_[owner];
    for (const Pick& pick : index.picks(static_cast<std::uint32_t>(owner))) {
      const auto owners = static_cast<std::uint32_t>(index.shares(pick.group).size());
      places_[next++] = {pick.position, owners};
    }
    std::sort(places_.begin() + static_cast<std::ptrdiff_t>(begin_[owner]),
              places_.begin() + static_cast<std::ptrdiff_t>(next),
              [](const Place& x, const Place& y) { return x.position < y.position; });
  });
}

std::uint32_t Rarities::shared_by(std::uint32_t owner, std::uint32_t begin,
                                  std::uint32_t end) const {
  const auto places = std::span(places_).subspan(begin_[owner], begin_[owner + 1] - begin_[owner]);
  auto place = std::ranges::lower_bound(places, begin, {}, &Place::position);
  std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
  for (; place != places.end() && place->position < end; ++place) {
    least = std::min(least, place->submissions);
  }
  return least == std::numeric_limits<std::uint32_t>::max() ? 2 : std::max(least, 2u);
}

}  // namespace whorl
