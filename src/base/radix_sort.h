// Sorting records by the bytes of their keys, in place, on several threads.
//
// An American flag sort (McIlroy, Bostic and McIlroy 1993): a pass counts the values of a byte,
// moves each record into the bucket of its value, and goes on with the next byte in each bucket.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel.h"

namespace whorl {

// Words whose lexicographic order is the order of the records.
template <class T>
concept HasSortKey = requires(const T& record) {
  { record.sort_key()[0] } -> std::convertible_to<std::uint64_t>;
};

namespace radix {

inline constexpr std::size_t kFew = 128;  // below it a plain sort is faster
inline constexpr std::size_t kBuckets = 256;

template <HasSortKey T>
inline constexpr unsigned kKeyBytes = sizeof(decltype(std::declval<const T&>().sort_key()));

template <HasSortKey T>
std::size_t digit(const T& record, unsigned byte) {
  return record.sort_key()[byte / 8] >> (56 - 8 * (byte % 8)) & 0xff;
}

// Records that agree in the bytes before `byte`.
template <class T>
struct Bucket {
  std::span<T> records;
  unsigned byte;
};

// Splits a bucket by its next byte; what is left to sort goes to `out`.
template <HasSortKey T>
void split(const Bucket<T>& bucket, std::vector<Bucket<T>>& out) {
  const std::span<T> records = bucket.records;
  std::array<std::size_t, kBuckets> ends{};  // first counts
  for (const T& record : records) ++ends[digit(record, bucket.byte)];
  if (ends[digit(records.front(), bucket.byte)] == records.size()) {
    out.push_back({records, bucket.byte + 1});
    return;
  }
  std::array<std::size_t, kBuckets> begins;
  std::size_t begin = 0;
  for (std::size_t value = 0; value < kBuckets; ++value) {
    begins[value] = begin;
    begin = ends[value] += begin;
  }
  std::array<std::size_t, kBuckets> next = begins;
  for (std::size_t value = 0; value < kBuckets; ++value) {
    while (next[value] < ends[value]) {
      T& record = records[next[value]];
      const std::size_t home = digit(record, bucket.byte);
      if (home == value) {
        ++next[value];
      } else {
        std::swap(record, records[next[home]++]);
      }
    }
    const std::size_t size = ends[value] - begins[value];
    if (size > 1) out.push_back({records.subspan(begins[value], size), bucket.byte + 1});
  }
}

// Sorts the buckets one after the other, splitting those that are large.
template <HasSortKey T>
void finish(std::vector<Bucket<T>> buckets) {
  while (!buckets.empty()) {
    const Bucket<T> bucket = buckets.back();
    buckets.pop_back();
    if (bucket.byte == kKeyBytes<T>) continue;
    if (bucket.records.size() <= kFew) {
      std::ranges::sort(bucket.records, {}, [](const T& record) { return record.sort_key(); });
    } else {
      split(bucket, buckets);
    }
  }
}

// The first byte in which some differ; where none do, the number of bytes.
template <HasSortKey T>
unsigned first_difference(std::span<const T> records) {
  decltype(records.front().sort_key()) differences{};
  for (const T& record : records) {
    const auto key = record.sort_key(), first = records.front().sort_key();
    for (std::size_t i = 0; i < key.size(); ++i) differences[i] |= key[i] ^ first[i];
  }
  unsigned byte = 0;
  for (const std::uint64_t word : differences) {
    if (word != 0) return byte + static_cast<unsigned>(std::countl_zero(word)) / 8;
    byte += 8;
  }
  return byte;
}

}  // namespace radix

// Sorts by sort_key(). O(bytes of a key · n), on up to `threads` threads (0: one a core).
template <HasSortKey T>
void radix_sort(std::span<T> records, unsigned threads) {
  const std::size_t share = records.size() / (8 * thread_count(threads)) + radix::kFew;
  std::vector<radix::Bucket<T>> large{{records, radix::first_difference<T>(records)}};
  std::vector<radix::Bucket<T>> tasks;
  while (!large.empty()) {
    const radix::Bucket<T> bucket = large.back();
    large.pop_back();
    if (bucket.byte == radix::kKeyBytes<T> || bucket.records.size() <= share) {
      tasks.push_back(bucket);
    } else {
      radix::split(bucket, large);
    }
  }
  parallel_for(tasks.size(), threads, [&](std::size_t i) { radix::finish<T>({tasks[i]}); });
}

}  // namespace whorl
