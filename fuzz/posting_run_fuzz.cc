// Any bytes as the runs of a bucket: what is taken packs and reads as the same postings again, and
// a search finds the documents of each hash; of damaged runs it finds anything, and reads none
// past.
#include <algorithm>

#include "jobs/registry/lookup.h"
#include "jobs/registry/posting_run.h"
#include "memory_stream.h"

namespace {

using namespace whorl::internal;

// The search looks hashes up without reading the others.
void search_damaged(std::string_view runs, std::uint32_t bucket,
                    const registry::PostingLayout& layout) {
  registry::BucketSearch search(layout);
  if (!search.open(runs, bucket)) return;
  const std::uint64_t last =
      layout.first_of(bucket) + (~std::uint64_t{0} >> (64 - layout.hash_bits + layout.bucket_bits));
  std::vector<std::uint32_t> documents;
  for (std::uint64_t hash = layout.first_of(bucket), step = 1; last - hash >= step; step *= 3) {
    search.documents_of(hash += step, documents);
  }
}

void search_sound(const std::vector<registry::Posting>& postings, std::string_view run,
                  std::uint32_t bucket, const registry::PostingLayout& layout) {
  registry::BucketSearch search(layout);
  fuzz::require(search.open(run, bucket).has_value());
  for (auto at = postings.begin(); at != postings.end();) {
    std::vector<std::uint32_t> expected;
    const std::uint64_t hash = at->hash;
    for (; at != postings.end() && at->hash == hash; ++at) expected.push_back(at->document);
    const auto repeated = std::ranges::unique(expected);
    expected.erase(repeated.begin(), repeated.end());
    std::vector<std::uint32_t> found;
    search.documents_of(hash, found);
    fuzz::require(found == expected);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  const unsigned bucket_bits = data[0] % (registry::kMostBucketBits + 1);
  const registry::PostingLayout layout{bucket_bits + 1 + data[1] % (64 - bucket_bits),
                                       (data[2] & 1) != 0, bucket_bits};
  const std::uint32_t bucket = bucket_bits == 0 ? 0 : data[2] % (1u << bucket_bits);
  const std::string_view runs(reinterpret_cast<const char*>(data) + 3, size - 3);
  search_damaged(runs, bucket, layout);
  std::vector<registry::Posting> postings;
  if (const auto read = registry::read_runs(runs, bucket, layout, postings); !read) {
    fuzz::require(!read.error().message.empty());
    return 0;
  }
  for (const registry::Posting& posting : postings) {
    fuzz::require(layout.bucket_of(posting.hash) == bucket);
  }
  std::ranges::sort(postings);
  if (postings.empty()) return 0;
  std::string packed;
  registry::append_run(postings, layout, packed);
  std::vector<registry::Posting> again;
  fuzz::require(registry::read_runs(packed, bucket, layout, again).has_value());
  fuzz::require(again == postings);
  search_sound(postings, packed, bucket, layout);
  return 0;
}
