#include "join/prefix_join.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/parallel.h"
#include "base/reserve.h"
#include "base/try.h"
#include "join/prefix_filter.h"

namespace whorl::internal::join {
namespace {

constexpr std::size_t kDocumentsATask = 64;
constexpr std::size_t kPairsHeld = 1 << 16;  // by a thread, at the most, or those of one document
constexpr std::uint32_t kAhead = 4;          // members
constexpr std::size_t kMinMembers = 1;       // that are kept, where memory is short
constexpr std::uint8_t kMany = UINT8_MAX;    // shared, or more

// Of groups that are gathered until the next does not fit: two parts in a row are more than one
// that is full.
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
      capacity_(options.budget.memory / 2 /
                (sizeof(Member) + sizeof(store::DocId) + sizeof(std::uint32_t))),
      threads_(options.budget.threads),
      out_(out),
      stats_(stats) {}

Result<void> PrefixJoin::add(const std::vector<Prefix>& group) {
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
  order_by_document();
  const std::size_t documents = begins_.empty() ? 0 : begins_.size() - 1;
  const std::size_t tasks = (documents + kDocumentsATask - 1) / kDocumentsATask;
  base::parallel_for(tasks, threads_, [&](std::size_t task) {
    const std::size_t first = task * kDocumentsATask;
    seekers_.with(
        [&] { return std::make_unique<Seeker>(documents_); },
        [&](Seeker& seeker) { join(first, std::min(documents, first + kDocumentsATask), seeker); });
  });
  docs_.clear();
  members_.clear();
  seekers_.clear();
  return result_;
}

// A counting sort; order within a document does not matter.
void PrefixJoin::order_by_document() {
  std::vector<std::uint32_t> ends(documents_ + 1);
  for (const store::DocId doc : docs_) ++ends[doc + 1];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  begins_.clear();
  for (std::size_t doc = 0; doc < documents_; ++doc) {
    if (ends[doc] != ends[doc + 1]) begins_.push_back(ends[doc]);
  }
  if (!docs_.empty()) begins_.push_back(static_cast<std::uint32_t>(docs_.size()));
  order_.resize(docs_.size());
  for (std::uint32_t i = 0; i < docs_.size(); ++i) order_[ends[docs_[i]]++] = i;
}

void PrefixJoin::join(std::size_t first, std::size_t last, Seeker& seeker) {
  for (std::size_t document = first; document < last; ++document) {
    const std::uint32_t begin = begins_[document], end = begins_[document + 1];
    for (std::uint32_t i = begin; i < end; ++i) {
      prefetch(i + kAhead);
      find_partners(order_[i], seeker);
    }
    form_pairs(seeker);
    if (seeker.pairs.size() >= kPairsHeld) hand_over(seeker.pairs);
  }
  hand_over(seeker.pairs);
}

// Members of a document are far from each other.
void PrefixJoin::prefetch(std::uint32_t i) const {
  if (i >= order_.size()) return;
  __builtin_prefetch(&members_[order_[i]]);
  __builtin_prefetch(&docs_[order_[i]]);
}

// Those of the group that come before, as far down as sizes allow.
void PrefixJoin::find_partners(std::uint32_t at, Seeker& seeker) const {
  const Member large = members_[at];
  // What is counted are bytes, which might be any memory's: so none of it is looked up again.
  const Member* const members = members_.data();
  const store::DocId* const docs = docs_.data();
  std::uint8_t* const counts = seeker.shared.data();
  for (std::uint32_t i = at; i-- > large.first;) {
    if (!large.own && !members[i].own) continue;  // formed at a finer level
    const std::uint8_t shared = counts[docs[i]];
    if (shared == 0) seeker.partners.push_back({at, i});
    counts[docs[i]] = static_cast<std::uint8_t>(shared + (shared != kMany));
  }
}

void PrefixJoin::form_pairs(Seeker& seeker) const {
  for (const Partner& partner : seeker.partners) {
    const store::DocId small = docs_[partner.small];
    const std::uint8_t shared = std::exchange(seeker.shared[small], std::uint8_t{0});
    const store::DocId large = docs_[partner.large];
    if (may_be_alike(partner, shared) && options_.sizes.allows(large, small)) {
      seeker.pairs.push_back(options_.candidate(large, small));
    }
  }
  seeker.partners.clear();
}

// By what they share of their prefixes in this part. In one of the parts it is as much as the mean.
bool PrefixJoin::may_be_alike(const Partner& partner, std::uint8_t shared) const {
  const Member &a = members_[partner.large], &b = members_[partner.small];
  if (shared == kMany) return true;
  const std::uint64_t most =
      std::min<std::uint64_t>(most_shared(shared * parts_, a.behind, b.behind), b.size);
  const std::uint64_t in_union = std::uint64_t{a.size} + b.size - most;
  return resemble(options_.resemblance.at(moduli_[a.level], in_union), a.size, b.size, most);
}

// In whatever order threads come: the pairs are sorted later.
void PrefixJoin::hand_over(std::vector<CandidatePair>& pairs) {
  const std::lock_guard lock(mutex_);
  stats_.formed_pairs += pairs.size();
  for (const CandidatePair& pair : pairs) {
    if (result_) result_ = out_.add(pair);
  }
  pairs.clear();
}

}  // namespace whorl::internal::join
