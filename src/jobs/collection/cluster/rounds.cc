#include "whorl/rounds.h"

#include <algorithm>

namespace whorl::phases {

namespace {

constexpr std::size_t kEnoughSimilar = 3;

// What becomes of a document, given what became of those before it.
Fate fate_of(Search& search, const Decided& decided) {
  std::erase_if(search.similar, [&](Rank rank) { return decided.fates[rank] == Fate::taken; });
  if (search.similar.empty()) {
    return search.looked_at == search.own ? Fate::survives : Fate::undecided;
  }
  const bool is_taken = decided.fates[search.similar.front()] == Fate::survives;
  return is_taken ? Fate::taken : Fate::waits;
}

}  // namespace

bool has_enough(const Search& search, std::span<const Fate> fates, unsigned round) {
  if (search.similar.empty()) return false;
  return fates[search.similar.back()] == Fate::survives ||
         (round < kLastRound && search.similar.size() >= kEnoughSimilar);
}

void settle(std::vector<Search>& searches, const Decided& decided) {
  for (Search& search : searches) {
    Fate& fate = decided.fates[search.own];
    fate = fate_of(search, decided);
    if (fate == Fate::taken) decided.taken_by[search.own] = search.similar.front();
  }
  std::erase_if(searches,
                [&](const Search& search) { return !is_open(decided.fates[search.own]); });
}

}  // namespace whorl::phases
