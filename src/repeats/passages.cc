#include "repeats/passages.h"

#include <algorithm>
#include <utility>

#include "base/try.h"

namespace whorl::internal::repeats {
namespace {

// A passage, by what it repeats.
struct Place {
  std::uint64_t first = 0;
  std::uint64_t symbols = 0;
  std::uint64_t at = 0;
  auto operator<=>(const Place&) const = default;
  std::array<std::uint64_t, 3> sort_key() const { return {first, symbols, at}; }
};

bool is_commoner(const CountedPassage& a, const CountedPassage& b) {
  if (a.times != b.times) return a.times > b.times;
  if (a.example.symbols != b.example.symbols) return a.example.symbols > b.example.symbols;
  return a.example.at < b.example.at;
}

// Keeps the commonest of all that it is handed.
class Commonest {
 public:
  void add(const CountedPassage& counted) {
    if (counted.times == 0) return;
    kept_.push_back(counted);
    if (kept_.size() == 2 * kCommonest) cut();
  }
  std::vector<CountedPassage> take() && {
    cut();
    return std::move(kept_);
  }

 private:
  void cut() {
    std::ranges::sort(kept_, is_commoner);
    kept_.resize(std::min(kept_.size(), kCommonest));
  }

  std::vector<CountedPassage> kept_;
};

Result<std::vector<CountedPassage>> count_equal(base::ExternalSorter<Place>& places) {
  WHORL_ASSIGN_OR_RETURN(auto sorted, places.finish());
  Commonest commonest;
  CountedPassage open;
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto some, sorted.next_some());
    if (some.empty()) break;
    for (const Place& place : some) {
      if (open.example.first != place.first || open.example.symbols != place.symbols) {
        commonest.add(std::exchange(open, {{place.at, place.first, place.symbols}, 0}));
      }
      ++open.times;
    }
  }
  commonest.add(open);
  return std::move(commonest).take();
}

}  // namespace

std::optional<Passage> PassageBuilder::take(const Repeat& repeat) {
  const std::uint64_t symbols = repeat.runs + run_ - 1;
  if (!open_ || repeat.at >= open_->end()) {
    return std::exchange(open_, Passage{repeat.at, repeat.first, symbols});
  }
  const std::uint64_t end = repeat.at + symbols;
  if (repeat.at - repeat.first == open_->at - open_->first) {
    open_->symbols = end - open_->at;
    return std::nullopt;
  }
  // What both have belongs to the one that began before.
  const std::uint64_t left = end - open_->end();
  return std::exchange(open_, Passage{open_->end(), repeat.first + symbols - left, left});
}

std::optional<Passage> PassageBuilder::finish() { return std::exchange(open_, std::nullopt); }

Result<FoundPassages> find_passages(base::SortedStream<Repeat>& repeats, const Workplace& place) {
  base::ExternalSorter<Passage> passages(place.file_system, place.sort("passages", 8));
  base::ExternalSorter<Place> places(place.file_system, place.sort("places", 8));
  PassageBuilder builder(place.grid.run);
  std::uint64_t count = 0, symbols = 0;
  const auto add = [&](const std::optional<Passage>& passage) -> Result<void> {
    if (!passage) return {};
    ++count;
    symbols += passage->symbols;
    WHORL_RETURN_IF_ERROR(passages.add(*passage));
    return places.add({passage->first, passage->symbols, passage->at});
  };
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto some, repeats.next_some());
    if (some.empty()) break;
    for (const Repeat& repeat : some) WHORL_RETURN_IF_ERROR(add(builder.take(repeat)));
  }
  WHORL_RETURN_IF_ERROR(add(builder.finish()));
  WHORL_ASSIGN_OR_RETURN(auto commonest, count_equal(places));
  WHORL_ASSIGN_OR_RETURN(auto sorted, passages.finish());
  return FoundPassages{std::move(sorted), std::move(commonest), count, symbols};
}

}  // namespace whorl::internal::repeats
