#include "registry/lookup.h"

#include <algorithm>
#include <string>

#include "base/try.h"
#include "registry/posting_run.h"

namespace whorl::internal::registry {
namespace {

// Hashes of one bucket: [begin, end) of those asked for.
struct Asked {
  std::uint32_t bucket = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::vector<Asked> buckets_of(std::span<const std::uint64_t> hashes, const PostingLayout& layout) {
  std::vector<Asked> asked;
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    const std::uint32_t bucket = layout.bucket_of(hashes[i]);
    if (asked.empty() || asked.back().bucket != bucket) asked.push_back({bucket, i, i});
    asked.back().end = i + 1;
  }
  return asked;
}

// Appends the matches of a bucket, in order, each once.
Result<void> take_matches(const std::vector<Posting>& postings,
                          std::span<const std::uint64_t> hashes, const Asked& asked,
                          const Index& index, std::vector<Found>& out) {
  const auto wanted = hashes.subspan(asked.begin, asked.end - asked.begin);
  const std::size_t before = out.size();
  for (const Posting& posting : postings) {
    const auto at = std::ranges::lower_bound(wanted, posting.hash);
    if (at == wanted.end() || *at != posting.hash || index.is_removed(posting.document)) continue;
    const auto query = asked.begin + static_cast<std::size_t>(at - wanted.begin());
    if (posting.document >= index.facts().next) {
      return fail(ErrorCode::corrupt, "a posting is of a document that never was");
    }
    out.push_back({posting.document, static_cast<std::uint32_t>(query)});
  }
  const auto order = [](const Found& one) { return std::pair(one.query, one.document); };
  const std::ranges::subrange matches(out.begin() + static_cast<std::ptrdiff_t>(before), out.end());
  if (!std::ranges::is_sorted(matches, {}, order)) std::ranges::sort(matches, {}, order);
  out.erase(std::ranges::unique(matches).begin(), out.end());
  return {};
}

}  // namespace

Result<std::vector<Found>> look_up(const Index& index, std::span<const std::uint64_t> hashes) {
  const PostingLayout layout = index.layout();
  const std::vector<Asked> asked = buckets_of(hashes, layout);
  std::vector<std::string> keys;
  for (const Asked& one : asked) keys.push_back(number_key(one.bucket));
  WHORL_ASSIGN_OR_RETURN(const auto buckets, index.database().get_all(Table::postings, keys));
  std::vector<Found> found;
  std::vector<Posting> postings;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (!buckets[i]) continue;
    postings.clear();
    WHORL_RETURN_IF_ERROR(read_runs(*buckets[i], asked[i].bucket, layout, postings));
    WHORL_RETURN_IF_ERROR(take_matches(postings, hashes, asked[i], index, found));
  }
  return found;
}

}  // namespace whorl::internal::registry
