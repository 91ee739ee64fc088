#include "jobs/registry/compact.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <span>
#include <string>

#include "base/radix_sort.h"
#include "base/try.h"
#include "jobs/registry/posting_run.h"

namespace whorl::internal::registry {
namespace {

constexpr std::uint64_t kPostingsABucket = 128;
constexpr std::uint64_t kFewPostings = 64u << 10;  // fast to search without compaction
constexpr std::uint64_t kPostingsOfAMoment = 4u << 20;
constexpr unsigned kFinest = 20;  // bits of a bucket

unsigned bucket_bits_for(std::uint64_t postings) {
  const std::uint64_t buckets = postings / kPostingsABucket;
  return buckets == 0 ? 0 : std::min<unsigned>(std::bit_width(buckets), kFinest);
}

// Takes buckets of one width, in order, and returns those of another.
class Rebucketing {
 public:
  Rebucketing(const Index& index, const PostingLayout& to, Progress& progress)
      : index_(index),
        from_(index.layout()),
        to_(to),
        walk_(index.database().walk(Table::postings)),
        progress_(progress) {}

  Result<Database::Bucket> next() {
    WHORL_RETURN_IF_ERROR(fill());
    if (waiting_.empty()) return std::nullopt;
    const std::uint32_t bucket = to_.bucket_of(waiting_.front().hash);
    const auto end = std::find_if(waiting_.begin(), waiting_.end(), [&](const Posting& posting) {
      return to_.bucket_of(posting.hash) != bucket;
    });
    const std::vector<Posting> postings(waiting_.begin(), end);
    waiting_.erase(waiting_.begin(), end);
    written_ += postings.size();
    std::string run;
    append_run(postings, to_, run);
    return std::pair(number_key(bucket), std::move(run));
  }

  std::uint64_t written() const { return written_; }

 private:
  // Reads until the first of the new buckets is complete, or to the end.
  Result<void> fill() {
    const auto is_whole = [&] {
      return !waiting_.empty() &&
             to_.bucket_of(waiting_.front().hash) != to_.bucket_of(waiting_.back().hash);
    };
    while (!is_whole()) {
      if (progress_.cancelled()) {
        return fail(ErrorCode::cancelled, "stopped: the registry was not changed");
      }
      WHORL_ASSIGN_OR_RETURN(const bool more, walk_.next());
      if (!more) return {};
      WHORL_RETURN_IF_ERROR(take(walk_.key(), walk_.value()));
    }
    return {};
  }

  Result<void> take(std::string_view key, std::string_view runs) {
    const auto bucket = number_of_key(key);
    if (!bucket) return fail(ErrorCode::corrupt, "the key of a bucket is damaged");
    postings_.clear();
    WHORL_RETURN_IF_ERROR(read_runs(runs, *bucket, from_, postings_));
    progress_.advance(postings_.size());
    std::erase_if(postings_, [&](const Posting& p) {
      return index_.is_removed(p.document) && !index_.is_set_aside(p.document);
    });
    base::radix_sort(std::span(postings_), 0);
    waiting_.insert(waiting_.end(), postings_.begin(), postings_.end());
    return {};
  }

  const Index& index_;
  PostingLayout from_;
  PostingLayout to_;
  Walk walk_;
  Progress& progress_;
  std::vector<Posting> postings_;
  std::deque<Posting> waiting_;
  std::uint64_t written_ = 0;
};

Result<Changes> forget_removed(const Index& index) {
  Changes changes;
  Walk walk = index.database().walk(Table::removed);
  while (true) {
    WHORL_ASSIGN_OR_RETURN(const bool more, walk.next());
    if (!more) return changes;
    if (walk.value().empty()) index.database().remove(changes, Table::removed, walk.key());
  }
}

}  // namespace

bool is_due(const Facts& facts) {
  return facts.fresh > kFewPostings && facts.fresh > facts.postings / 2;
}

Result<void> compact(Index& index, Progress& progress) {
  progress.phase("compacting", index.facts().postings);
  Facts facts = index.facts();
  facts.bucket_bits = bucket_bits_for(facts.postings);
  WHORL_ASSIGN_OR_RETURN(Changes changes, forget_removed(index));
  Rebucketing buckets(index, index.method().scheme->layout(facts.bucket_bits), progress);
  const auto finish = [&](Changes& with) {
    facts.postings = buckets.written();
    facts.fresh = 0;
    index.database().put(with, Table::facts, kFactsKey, pack(facts));
  };
  WHORL_RETURN_IF_ERROR(index.database().replace_postings([&] { return buckets.next(); },
                                                          std::move(changes), finish));
  index.compacted(facts);  // even if the next step fails
  return index.database().drop_replaced();
}

Result<void> compact_when_short(Index& index) {
  if (!is_due(index.facts()) || index.facts().postings > kPostingsOfAMoment) return {};
  NoProgress quiet;
  return compact(index, quiet);
}

}  // namespace whorl::internal::registry
