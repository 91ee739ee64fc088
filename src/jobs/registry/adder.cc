#include "jobs/registry/adder.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/hash128.h"
#include "base/radix_sort.h"
#include "base/try.h"
#include "jobs/registry/posting_run.h"

namespace whorl::internal::registry {
namespace {

constexpr std::size_t kMostPostings = 4u << 20;  // waiting for a commit
constexpr std::size_t kMostDocuments = 64u << 10;

std::uint64_t digest_of(const Features& features) {
  static_assert(sizeof(Feature) == 16);
  return base::hash128({reinterpret_cast<const char*>(features.list.data()),
                        features.list.size() * sizeof(Feature)})
      .low;
}

}  // namespace

Result<bool> Adder::take(DocumentCodes codes, std::uint64_t bytes, const Features& features) {
  if (!names_.insert(name_key(codes)).second) return false;
  if (facts_.next == std::numeric_limits<std::uint32_t>::max()) {
    return fail(ErrorCode::limit_exceeded, "a registry can have at most 4,294,967,295 documents");
  }
  DocumentRow row{{std::move(codes), bytes, features.distinct().size(), seconds_now()},
                  features.list.size(),
                  digest_of(features),
                  index_.method().draw};
  WHORL_ASSIGN_OR_RETURN(const bool known, is_known(row));
  if (known) return true;
  const std::uint32_t number = facts_.next++;
  for (const Feature& feature : features.list) {
    const bool placed = index_.method().scheme->info.positions;
    postings_.push_back({feature.hash, number, placed ? feature.position : 0});
  }
  ++facts_.documents;
  summary_.too_short += features.list.empty() ? 1 : 0;
  summary_.fingerprints += row.document.fingerprints;
  index_.add(changes_, number, row);
  ++waiting_;
  if (postings_.size() >= kMostPostings || waiting_ >= kMostDocuments) {
    WHORL_RETURN_IF_ERROR(commit());
  }
  return true;
}

Result<bool> Adder::has(const DocumentCodes& codes, std::uint64_t bytes,
                        const Features& features) const {
  WHORL_ASSIGN_OR_RETURN(const auto number, index_.number_of(codes));
  if (!number) return false;
  WHORL_ASSIGN_OR_RETURN(const auto row, index_.row(*number));
  return row && row->digest == digest_of(features) && row->document.bytes == bytes;
}

// Counts the document. Removes a registered one with another text; returns true for one with the
// same text.
Result<bool> Adder::is_known(const DocumentRow& row) {
  const DocumentCodes& codes = row.document.codes;
  WHORL_ASSIGN_OR_RETURN(const auto number, index_.number_of(codes));
  if (!number) {
    ++summary_.added;
    return false;
  }
  WHORL_ASSIGN_OR_RETURN(auto before, index_.row(*number));
  if (before && before->digest == row.digest && before->document.bytes == row.document.bytes) {
    ++summary_.unchanged;
    if (before->document.codes == codes && before->draw == row.draw) return true;
    before->document.codes = codes;
    before->draw = row.draw;
    index_.database().put(changes_.rows, Table::documents, number_key(*number), pack(*before));
    ++waiting_;
    return true;
  }
  ++summary_.replaced;
  index_.remove(changes_, *number, codes, facts_);
  return false;
}

void Adder::append_postings() {
  const PostingLayout layout = index_.layout();
  base::radix_sort(std::span(postings_), 0);
  const auto bucket_of = [&](const Posting& posting) { return layout.bucket_of(posting.hash); };
  std::string run;
  for (auto begin = postings_.begin(); begin != postings_.end();) {
    const std::uint32_t bucket = bucket_of(*begin);
    const auto end = std::find_if(begin, postings_.end(),
                                  [&](const Posting& one) { return bucket_of(one) != bucket; });
    run.clear();
    append_run({begin, end}, layout, run);
    index_.database().append(changes_.rows, number_key(bucket), run);
    begin = end;
  }
}

Result<void> Adder::commit() {
  if (waiting_ == 0) return {};
  append_postings();
  facts_.postings += postings_.size();
  facts_.fresh += postings_.size();
  postings_.clear();
  waiting_ = 0;
  return index_.commit(std::exchange(changes_, {}), facts_);
}

Result<AddedToRegistry> Adder::finish(std::vector<Skipped> left_out) {
  WHORL_RETURN_IF_ERROR(commit());
  WHORL_RETURN_IF_ERROR(index_.database().settle());
  summary_.skipped = std::move(left_out);
  return std::move(summary_);
}

}  // namespace whorl::internal::registry
