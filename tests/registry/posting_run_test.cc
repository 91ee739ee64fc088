// Packed postings are read as they were written, and invalid bytes are refused.
#include "jobs/registry/posting_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "jobs/registry/bits.h"
#include "jobs/registry/lookup.h"

namespace whorl::internal::registry {
namespace {

constexpr PostingLayout kLayouts[] = {
    {48, true, 12}, {48, true, 0}, {28, false, 8}, {28, false, 20}, {64, true, 24}};

// Sorted postings of one bucket.
std::vector<Posting> postings_of(std::size_t count, std::uint32_t bucket,
                                 const PostingLayout& layout, std::mt19937_64& random) {
  std::vector<Posting> postings(count);
  const unsigned free = layout.hash_bits - layout.bucket_bits;
  for (Posting& posting : postings) {
    posting.hash = layout.first_of(bucket) + (random() >> (64 - free));
    posting.document = static_cast<std::uint32_t>(random() >> (32 + random() % 32));
    if (layout.positions)
      posting.position = static_cast<std::uint32_t>(random() >> (32 + random() % 32));
  }
  std::ranges::sort(postings);
  return postings;
}

std::string hex(std::string_view bytes) {
  std::string out;
  for (const char byte : bytes) {
    for (const int half : {byte >> 4 & 15, byte & 15}) out += "0123456789abcdef"[half];
  }
  return out;
}

TEST(PostingRun, ComesBackAsItWas) {
  std::mt19937_64 random(1);
  for (const PostingLayout& layout : kLayouts) {
    const std::uint32_t buckets = 1u << layout.bucket_bits;
    for (const std::size_t count : {1, 2, 3, 17, 127, 128, 129, 5000}) {
      for (const std::uint32_t bucket : {0u, buckets / 2, buckets - 1}) {
        const auto postings = postings_of(count, bucket, layout, random);
        std::string packed;
        append_run(postings, layout, packed);
        std::vector<Posting> read;
        ASSERT_TRUE(read_runs(packed, bucket, layout, read));
        EXPECT_EQ(read, postings) << layout.hash_bits << " bits, " << count << " postings";
      }
    }
  }
}

TEST(PostingRun, RunsOfABucketAreReadOneAfterTheOther) {
  std::mt19937_64 random(2);
  const PostingLayout layout = kLayouts[0];
  std::vector<Posting> all;
  std::string packed;
  for (const std::size_t count : {1, 100, 2}) {
    const auto postings = postings_of(count, 7, layout, random);
    append_run(postings, layout, packed);
    all.insert(all.end(), postings.begin(), postings.end());
  }
  std::vector<Posting> read;
  ASSERT_TRUE(read_runs(packed, 7, layout, read));
  EXPECT_EQ(read, all);
}

TEST(PostingRun, EqualHashesAndTheGreatestNumbersAreKept) {
  const PostingLayout layout{48, true, 0};
  const std::uint64_t last = (std::uint64_t{1} << 48) - 1;
  const std::vector<Posting> postings = {
      {0, 0, 0}, {0, 0, 1}, {0, 0xffffffff, 0xffffffff}, {last, 1, 0xffffffff}};
  std::string packed;
  append_run(postings, layout, packed);
  std::vector<Posting> read;
  ASSERT_TRUE(read_runs(packed, 0, layout, read));
  EXPECT_EQ(read, postings);
}

// These bytes are on disks, so changing them means a new format.
TEST(PostingRun, IsTheFormatOfTheDocs) {
  const PostingLayout layout{48, true, 4};
  const std::vector<Posting> postings = {{0x3000'0000'0001, 7, 100},
                                         {0x3000'0000'0001, 9, 5},
                                         {0x3123'4567'89ab, 7, 164},
                                         {0x3fff'ffff'ffff, 2, 0}};
  std::string packed;
  append_run(postings, layout, packed);
  EXPECT_EQ(hex(packed), "1f0429615c9e04000000000800000000b09a785634f2ffffffffff0123152301");
}

// The plain way reads all postings and skips those with another hash.
TEST(BucketSearch, FindsTheDocumentsThatReadingAllOfThemFinds) {
  std::mt19937_64 random(6);
  for (const PostingLayout& layout : kLayouts) {
    std::vector<Posting> all;
    std::string packed;
    for (const std::size_t count : {1, 40, 900}) {
      std::vector<Posting> postings = postings_of(count, 0, layout, random);
      for (Posting& posting : postings) posting.hash >>= random() % 3 * 9;  // some occur again
      std::ranges::sort(postings);
      append_run(postings, layout, packed);
      all.insert(all.end(), postings.begin(), postings.end());
      BucketSearch search(layout);
      ASSERT_TRUE(search.open(packed, 0));
      std::vector<std::uint64_t> hashes = {0, ~std::uint64_t{0} >> (64 - layout.hash_bits)};
      for (const Posting& posting : all) {
        for (const std::uint64_t near : {0, 1}) hashes.push_back(posting.hash + near);
      }
      std::ranges::sort(hashes);
      hashes.erase(std::ranges::unique(hashes).begin(), hashes.end());
      for (const std::uint64_t hash : hashes) {
        if (layout.bucket_of(hash) != 0) break;
        std::set<std::uint32_t> expected;
        for (const Posting& one : all) {
          if (one.hash == hash) expected.insert(one.document);
        }
        std::vector<std::uint32_t> found = {7};
        search.documents_of(hash, found);
        ASSERT_EQ(found.front(), 7u);
        found.erase(found.begin());
        ASSERT_EQ(found, std::vector<std::uint32_t>(expected.begin(), expected.end())) << hash;
      }
    }
  }
}

TEST(BucketSearch, ReadsAnyBytesWithinTheirSize) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 20'000; ++round) {
    const PostingLayout& layout = kLayouts[static_cast<std::size_t>(round) % 5];
    std::string bytes;
    append_run(postings_of(1 + random() % 20, 3 % (1u << layout.bucket_bits), layout, random),
               layout, bytes);
    for (int changes = 0; changes < 3; ++changes) {
      bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    BucketSearch search(layout);
    if (!search.open(bytes, 3)) continue;
    std::vector<std::uint32_t> found;
    std::uint64_t hash = layout.first_of(3);
    for (int step = 0; step < 20; ++step) search.documents_of(hash += random() >> 40, found);
    EXPECT_LE(found.size(), 20 * bytes.size() * 8);
  }
}

TEST(PostingRun, CutBytesAreRefused) {
  std::mt19937_64 random(3);
  const PostingLayout layout = kLayouts[0];
  std::string packed;
  append_run(postings_of(50, 3, layout, random), layout, packed);
  for (std::size_t size = 1; size + 1 < packed.size(); ++size) {
    std::vector<Posting> read;
    EXPECT_FALSE(read_runs(packed.substr(0, size), 3, layout, read)) << size;
  }
}

TEST(PostingRun, AnyBytesAreReadWithinTheirSize) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes(random() % 64, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    std::vector<Posting> read;
    const auto done = read_runs(bytes, 3, kLayouts[static_cast<std::size_t>(round) % 5], read);
    EXPECT_LE(read.size(), bytes.size() * 8);
  }
}

TEST(Bits, NumbersTakenTogetherAreThoseTakenOneByOne) {
  std::mt19937_64 random(8);
  for (unsigned width = 0; width <= 32; ++width) {
    for (const std::size_t bytes : {0, 1, 7, 8, 9, 64}) {
      std::string packed(bytes, '\0');
      for (char& byte : packed) byte = static_cast<char>(random());
      for (const std::size_t at : {0, 1, 7, 13, 60, 64, 600}) {
        std::vector<std::uint32_t> together(random() % 40);
        BitReader by_run(packed, at), by_one(packed, at);
        by_run.take_each(width, together);
        for (const std::uint32_t number : together) ASSERT_EQ(number, by_one.take(width)) << width;
        EXPECT_EQ(by_run.at(), by_one.at());
      }
    }
  }
}

TEST(Bits, RiceCodesComeBackForAnyParameter) {
  std::mt19937_64 random(5);
  for (unsigned low = 0; low <= 32; ++low) {
    std::vector<std::uint64_t> values = {0, 1, 31, 32, 33, ~std::uint64_t{0}};
    for (int i = 0; i < 200; ++i) values.push_back(random() >> random() % 64);
    std::string packed;
    BitWriter out(packed);
    for (const std::uint64_t value : values) out.put_rice(value, low);
    out.finish();
    BitReader in(packed);
    for (const std::uint64_t value : values) ASSERT_EQ(in.take_rice(low), value) << low;
    EXPECT_FALSE(in.overrun());
    EXPECT_EQ(in.bytes_taken(), packed.size());
  }
}

}  // namespace
}  // namespace whorl::internal::registry
