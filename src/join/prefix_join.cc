#include "join/prefix_join.h"

#include <algorithm>
#include <numeric>

#include "base/parallel.h"
#include "base/reserve.h"
#include "base/try.h"
#include "join/prefix_filter.h"

namespace whorl::internal::join {
namespace {

constexpr std::size_t kDocumentsATask = 64;
constexpr std::size_t kPairsHeld = 1 << 16;  // by a thread, at the most, or those of one document
constexpr std::uint32_t kAhead = 4;          // members
constexpr std::size_t kLeastMembers = 1;     // that are kept, where memory is short

}  // namespace

PrefixJoin::PrefixJoin(double threshold, std::uint64_t memory, unsigned threads,
                       base::ExternalSorter<CandidatePair>& out, CandidateStats& stats)
    : threshold_(threshold),
      capacity_(memory / (sizeof(Member) + sizeof(store::DocId) + sizeof(std::uint32_t))),
      threads_(threads),
      out_(out),
      stats_(stats) {}

Result<void> PrefixJoin::add(const std::vector<Prefix>& group) {
  if (!members_.empty() && members_.size() + group.size() > capacity_) {
    WHORL_RETURN_IF_ERROR(flush());
  }
  if (members_.capacity() < capacity_ || docs_.capacity() < capacity_) {
    capacity_ = base::reserve_most(members_, capacity_, kLeastMembers);
    capacity_ = base::reserve_most(docs_, capacity_, kLeastMembers);
  }
  auto first = static_cast<std::uint32_t>(members_.size());
  for (const Prefix& prefix : group) {
    const std::uint64_t min_size = min_shared(threshold_, prefix.size);
    while (first < members_.size() && members_[first].size < min_size) ++first;
    docs_.push_back(prefix.doc);
    members_.push_back({first, prefix.size, prefix.position, prefix.own != 0,
                        prefix.position < index_prefix(threshold_, prefix.size)});
    documents_ = std::max<std::size_t>(documents_, prefix.doc + std::size_t{1});
  }
  return {};
}

Result<void> PrefixJoin::flush() {
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
    form_pairs(docs_[order_[begin]], seeker);
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
  const Member& large = members_[at];
  for (std::uint32_t i = at; i-- > large.first;) {
    const store::DocId doc = docs_[i];
    std::uint64_t& paired = seeker.paired[doc / 64];
    if (paired >> doc % 64 & 1 || !members_[i].indexed ||
        !can_reach(threshold_, large, members_[i]))
      continue;
    paired |= std::uint64_t{1} << doc % 64;
    seeker.partners.push_back(doc);
  }
}

void PrefixJoin::form_pairs(store::DocId doc, Seeker& seeker) const {
  for (const store::DocId partner : seeker.partners) {
    const auto [a, b] = std::minmax(doc, partner);
    seeker.pairs.push_back({a, b});
    seeker.paired[partner / 64] = 0;
  }
  seeker.partners.clear();
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
