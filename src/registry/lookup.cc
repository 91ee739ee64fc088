#include "registry/lookup.h"

#include <algorithm>
#include <string>

#include "base/try.h"
#include "registry/bucket_search.h"

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

class Lookup {
 public:
  Lookup(const Index& index, std::span<const std::uint64_t> hashes)
      : index_(index), hashes_(hashes), search_(index.layout()) {}

  Result<Matches> run() {
    const std::vector<Asked> asked = buckets_of(hashes_, index_.layout());
    std::vector<std::string> keys;
    for (const Asked& one : asked) keys.push_back(number_key(one.bucket));
    const auto take = [&](std::size_t i, std::string_view runs) { return search(asked[i], runs); };
    WHORL_RETURN_IF_ERROR(index_.database().visit(Table::postings, keys, take));
    return std::move(found_);
  }

 private:
  Result<void> search(const Asked& asked, std::string_view runs) {
    WHORL_RETURN_IF_ERROR(search_.open(runs, asked.bucket));
    for (std::size_t i = asked.begin; i < asked.end; ++i) {
      const std::size_t before = found_.documents.size();
      search_.documents_of(hashes_[i], found_.documents);
      WHORL_RETURN_IF_ERROR(leave_out_removed(before));
      if (found_.documents.size() == before) continue;
      found_.hashes.push_back({static_cast<std::uint32_t>(i), before, found_.documents.size()});
    }
    return {};
  }

  Result<void> leave_out_removed(std::size_t from) {
    auto& documents = found_.documents;
    if (documents.size() > from && documents.back() >= index_.facts().next) {
      return fail(ErrorCode::corrupt, "a posting is of a document that never was");
    }
    if (index_.removed() == 0) return {};
    const auto begin = documents.begin() + static_cast<std::ptrdiff_t>(from);
    const auto end = std::remove_if(begin, documents.end(), [&](std::uint32_t document) {
      return index_.is_removed(document);
    });
    documents.erase(end, documents.end());
    return {};
  }

  const Index& index_;
  std::span<const std::uint64_t> hashes_;
  BucketSearch search_;
  Matches found_;
};

}  // namespace

Result<Matches> look_up(const Index& index, std::span<const std::uint64_t> hashes) {
  return Lookup(index, hashes).run();
}

}  // namespace whorl::internal::registry
