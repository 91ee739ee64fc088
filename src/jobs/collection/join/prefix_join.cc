#include "jobs/collection/join/prefix_join.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "base/parallel.h"
#include "base/reserve.h"
#include "base/try.h"
#include "jobs/collection/join/prefix_filter.h"

namespace whorl::internal::join {
namespace {

constexpr std::size_t kLanes = PartnerCounts::kLanes;  // documents of a task, one a lane
constexpr std::size_t kPairsHeld = 1 << 16;            // by a thread, and those of one partner
constexpr std::uint32_t kAhead = 4;                    // members
constexpr std::size_t kMinMembers = 1;                 // kept if memory is short
constexpr std::uint64_t kMinPartners = 1 << 12;        // of a task
constexpr std::uint64_t kBytesADocument = 4;           // of a thread, for the row of its counts

// Groups are gathered until the next does not fit, so two consecutive parts are together larger
// than one full part.
std::uint64_t parts_of(std::uint64_t entries, std::uint64_t capacity) {
  return entries <= capacity ? 1 : 2 * (entries / capacity) + 3;
}

}  // namespace

PrefixJoin::PrefixJoin(const JoinInput& input, const CandidateOptions& options,
                       std::uint64_t entries, base::ExternalSorter<CandidatePair>& out,
                       CandidateStats& stats)
    : options_(options),
      moduli_(input.moduli),
      entries_(entries),
      capacity_(std::min<std::uint64_t>(
          UINT32_MAX, options.budget.memory / 2 /
                          (sizeof(Member) + sizeof(store::DocId) + sizeof(std::uint32_t)))),
      max_partners_(std::max(kMinPartners, options.budget.memory / 8 / kLanes /
                                               base::thread_count(options.budget.threads))),
      out_(out),
      stats_(stats) {}

Result<void> PrefixJoin::add(std::span<const Prefix> group) {
  if (!members_.empty() && members_.size() + group.size() > capacity_) {
    WHORL_RETURN_IF_ERROR(flush());
  }
  if (members_.capacity() < capacity_ || docs_.capacity() < capacity_) {
    capacity_ = base::reserve_up_to(members_, capacity_, kMinMembers);
    capacity_ = base::reserve_up_to(docs_, capacity_, kMinMembers);
  }
  auto first = static_cast<std::uint32_t>(members_.size());
  for (const Prefix& prefix : group) {
    const double least = options_.resemblance.at(moduli_[prefix.level], prefix.size);
    const std::uint64_t min_size = min_shared(least, prefix.size);
    while (first < members_.size() && members_[first].size < min_size) ++first;
    const auto behind = static_cast<std::uint32_t>(prefix.size - probe_prefix(least, prefix.size));
    docs_.push_back(prefix.doc);
    members_.push_back({first, prefix.size, behind, prefix.level, prefix.own != 0});
    documents_ = std::max<std::size_t>(documents_, prefix.doc + std::size_t{1});
  }
  return {};
}

Result<void> PrefixJoin::flush() {
  parts_ = parts_of(entries_, capacity_);
  const base::Cancellation watch(options_.budget.progress);
  order_by_task(watch);
  WHORL_RETURN_IF_ERROR(watch.end());
  base::parallel_for(tasks(), threads(), [&](std::size_t task) {
    if (!watch.goes_on()) return;
    seekers_.with([&] { return std::make_unique<Seeker>(documents_, moduli_.size()); },
                  [&](Seeker& seeker) { join(task, seeker); });
  });
  docs_.clear();
  members_.clear();
  seekers_.clear();
  WHORL_RETURN_IF_ERROR(watch.end());
  return result_;
}

// As many as an eighth of the memory allows.
unsigned PrefixJoin::threads() const {
  const std::uint64_t served =
      options_.budget.memory / 8 / kBytesADocument / std::max<std::size_t>(1, documents_);
  return static_cast<unsigned>(
      std::clamp<std::uint64_t>(served, 1, base::thread_count(options_.budget.threads)));
}

// A counting sort, so that members of a task keep their order.
void PrefixJoin::order_by_task(const base::Cancellation& watch) {
  constexpr std::size_t kUnasked = 1 << 20;  // members
  begins_.assign(tasks() + 1, 0);
  for (const store::DocId doc : docs_) ++begins_[doc / kLanes + 1];
  std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  std::vector<std::uint32_t> next = begins_;
  order_.resize(docs_.size());
  for (std::uint32_t i = 0; i < docs_.size(); ++i) {
    if (i % kUnasked == 0 && !watch.goes_on()) return;
    order_[next[docs_[i] / kLanes]++] = i;
  }
}

// Level by level, because two documents are paired at the coarser of their own levels.
void PrefixJoin::join(std::size_t task, Seeker& seeker) {
  for (std::uint32_t i = begins_[task]; i < begins_[task + 1]; ++i) {
    prefetch(i + kAhead);
    seeker.places[members_[order_[i]].level].push_back(order_[i]);
  }
  for (std::vector<std::uint32_t>& places : seeker.places) {
    if (find_partners(places, seeker.counts, max_partners_)) {
      form_pairs(places, seeker);
    } else {
      join_one_by_one(places, seeker);
    }
    places.clear();
  }
  hand_over(seeker.pairs);
}

// Used if all documents of the task together have more partners than memory allows.
void PrefixJoin::join_one_by_one(std::span<const std::uint32_t> places, Seeker& seeker) {
  std::array<std::vector<std::uint32_t>, kLanes> of_lane;
  for (const std::uint32_t place : places) of_lane[docs_[place] % kLanes].push_back(place);
  seeker.counts.set_lanes(1);
  for (const std::vector<std::uint32_t>& own : of_lane) {
    find_partners(own, seeker.counts, documents_ + std::uint64_t{members_.size()});
    form_pairs(own, seeker);
  }
  seeker.counts.set_lanes(kLanes);
}

// Prefetches, because members of a task are far from each other.
void PrefixJoin::prefetch(std::uint32_t i) const {
  if (i >= order_.size()) return;
  __builtin_prefetch(&members_[order_[i]]);
  __builtin_prefetch(&docs_[order_[i]]);
}

// Finds for each member the members of its group that come before, as far down as sizes allow. Goes
// down through all: a lane is entered below its member, and left when members become too small.
// Later members of a group are larger, so lanes are left in the order in which they were entered.
// Returns false, without counting, if there may be more than `most` partners.
bool PrefixJoin::find_partners(std::span<const std::uint32_t> places, PartnerCounts& counts,
                               std::uint64_t most) const {
  ActiveLanes active;
  std::size_t entering = places.size(), leaving = places.size();
  std::uint32_t end = 0;
  while (entering > 0 || !active.is_none()) {
    if (active.is_none()) end = places[entering - 1];
    for (; entering > 0 && places[entering - 1] == end; --entering) {
      active.enter(docs_[end] % kLanes, members_[end].own);
    }
    for (; leaving > entering && members_[places[leaving - 1]].first == end; --leaving) {
      active.leave(docs_[places[leaving - 1]] % kLanes);
    }
    if (active.is_none()) continue;
    const std::uint32_t begin =
        std::max(members_[places[leaving - 1]].first, entering > 0 ? places[entering - 1] : 0);
    if (counts.partners().size() + (end - begin) > most) {
      counts.clear();
      return false;
    }
    count(begin, end, active, counts);
    end = begin;
  }
  return true;
}

void PrefixJoin::count(std::uint32_t begin, std::uint32_t end, const ActiveLanes& active,
                       PartnerCounts& counts) const {
  const auto at = [end, members = members_.data(), docs = docs_.data()](std::size_t i) -> Met {
    const auto place = static_cast<std::uint32_t>(end - 1 - i);
    return {{docs[place], place}, members[place].own};
  };
  count_met(end - begin, active, counts, at);
}

void PrefixJoin::form_pairs(std::span<const std::uint32_t> places, Seeker& seeker) {
  std::array<std::uint32_t, kLanes> place_of{};  // a member of this level for each lane
  const std::size_t lanes = seeker.counts.lanes();
  for (const std::uint32_t place : places) place_of[docs_[place] % lanes] = place;
  const auto partners = seeker.counts.partners();
  for (std::size_t i = 0; i < partners.size(); ++i) {
    const std::span<const std::uint8_t> shared = seeker.counts.shared(i);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      if (shared[lane] == 0) continue;
      form_pair({place_of[lane], partners[i].place}, shared[lane], seeker.pairs);
    }
    if (seeker.pairs.size() >= kPairsHeld) hand_over(seeker.pairs);
  }
  seeker.counts.clear();
}

void PrefixJoin::form_pair(const Places& pair, std::uint8_t shared,
                           std::vector<CandidatePair>& pairs) const {
  const store::DocId large = docs_[pair.large], small = docs_[pair.small];
  if (may_be_alike(pair, shared) && options_.sizes.allows(large, small) &&
      options_.may_pair(large, small)) {
    pairs.push_back(options_.candidate(large, small));
  }
}

// Judges by the shared part of their prefixes in this part. In at least one part it is as large as
// the mean.
bool PrefixJoin::may_be_alike(const Places& pair, std::uint8_t shared) const {
  const Member &a = members_[pair.large], &b = members_[pair.small];
  if (shared == PartnerCounts::kMany) return true;
  const std::uint64_t most =
      std::min<std::uint64_t>(most_shared(shared * parts_, a.behind, b.behind), b.size);
  const std::uint64_t in_union = std::uint64_t{a.size} + b.size - most;
  return resemble(options_.resemblance.at(moduli_[a.level], in_union), a.size, b.size, most);
}

// The order of threads does not matter, because the pairs are sorted later.
void PrefixJoin::hand_over(std::vector<CandidatePair>& pairs) {
  const std::lock_guard lock(mutex_);
  stats_.formed_pairs += pairs.size();
  for (const CandidatePair& pair : pairs) {
    if (result_) result_ = out_.add(pair);
  }
  pairs.clear();
}

}  // namespace whorl::internal::join
