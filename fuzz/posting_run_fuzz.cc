// Any bytes as the runs of a bucket: what is taken packs and reads as the same postings again.
#include <algorithm>

#include "memory_stream.h"
#include "registry/posting_run.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whorl::internal;
  if (size < 3) return 0;
  const unsigned bucket_bits = data[0] % (registry::kMostBucketBits + 1);
  const registry::PostingLayout layout{bucket_bits + 1 + data[1] % (64 - bucket_bits),
                                       (data[2] & 1) != 0, bucket_bits};
  const std::uint32_t bucket = bucket_bits == 0 ? 0 : data[2] % (1u << bucket_bits);
  const std::string_view runs(reinterpret_cast<const char*>(data) + 3, size - 3);
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
  return 0;
}
