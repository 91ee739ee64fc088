// Sorts records by the bytes of their keys, in place, on several threads.
//
// This is an American flag sort (McIlroy, Bostic and McIlroy 1993). A pass counts the values of a
// byte, moves each record into the bucket of its value, and continues with the next byte in each
// bucket. Threads share a pass over many records as in PARADIS (Cho et al. 2015). Each thread moves
// records within its own part of every bucket, as far as there is space. The records that could not
// be moved are collected at each bucket's end and shared out again. A bucket of which two copies
// fit in the cache is copied in order instead; a bucket of a few records is sorted by insertion.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/go_on.h"
#include "base/parallel.h"
#include "base/pool.h"

namespace whorl::internal::base {

// Sorts items that are near their final positions.

// Stable. O(n · distance of an item from its position).
template <class T, class Less>
void insertion_sort(std::span<T> items, Less less) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    const T item = items[i];
    std::size_t at = i;
    for (; at > 0 && less(item, items[at - 1]); --at) items[at] = items[at - 1];
    items[at] = item;
  }
}

// Words whose lexicographic order is the order of the records.
template <class T>
concept HasSortKey = requires(const T& record) {
  { record.sort_key()[0] } -> std::convertible_to<std::uint64_t>;
};

namespace radix {

inline constexpr std::size_t kFew = 24;  // at most this many are sorted by insertion
inline constexpr std::size_t kBuckets = 256;
inline constexpr std::size_t kCached = 512 << 10;  // bytes, half of a core's own cache

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

using Places = std::array<std::size_t, kBuckets>;

// Where records of each value belong; those before `next` are in place.
struct Homes {
  Places next;
  Places end;

  std::size_t unplaced() const {
    std::size_t records = 0;
    for (std::size_t value = 0; value < kBuckets; ++value) records += end[value] - next[value];
    return records;
  }
};

template <HasSortKey T>
void count_values(std::span<const T> records, unsigned byte, Places& count) {
  for (const T& record : records) ++count[digit(record, byte)];
}

// Records that a thread processes before it asks again whether to go on: less than 10 ms.
inline constexpr std::size_t kUnasked = 1 << 20;

// Calls visit(some) for all records, some at a time, until `watch` does not go on or visit()
// returns false.
template <class T, class Visit>
void for_each_part(std::span<T> records, const Cancellation& watch, Visit visit) {
  while (!records.empty() && watch.goes_on()) {
    const std::span<T> some = records.first(std::min(records.size(), kUnasked));
    if (!visit(some)) return;
    records = records.subspan(some.size());
  }
}

// The same by several threads.
template <HasSortKey T>
Places count_values(std::span<const T> records, unsigned byte, unsigned threads,
                    const Cancellation& watch) {
  std::vector<Places> counts(threads);
  parallel_for(threads, threads, [&](std::size_t part) {
    const std::size_t begin = records.size() * part / threads;
    const std::size_t end = records.size() * (part + 1) / threads;
    for_each_part(records.subspan(begin, end - begin), watch, [&](std::span<const T> some) {
      count_values(some, byte, counts[part]);
      return true;
    });
  });
  for (unsigned part = 1; part < threads; ++part) {
    for (std::size_t value = 0; value < kBuckets; ++value) counts[0][value] += counts[part][value];
  }
  return counts[0];
}

inline Homes homes_of(const Places& counts) {
  Homes homes;
  std::size_t begin = 0;
  for (std::size_t value = 0; value < kBuckets; ++value) {
    homes.next[value] = begin;
    homes.end[value] = begin += counts[value];
  }
  return homes;
}

// A part of the records that are not placed yet. The last part has space if any part has.
inline Homes part_of(const Homes& homes, std::size_t part, std::size_t parts) {
  Homes own;
  for (std::size_t value = 0; value < kBuckets; ++value) {
    const std::size_t size = homes.end[value] - homes.next[value];
    own.next[value] = homes.next[value] + size * part / parts;
    own.end[value] = homes.next[value] + size * (part + 1) / parts;
  }
  return own;
}

// Moves records to their buckets while there is space, several independent ones at a time. Each
// record that is in a wrong bucket is swapped with the one at the beginning of its own bucket.
// Afterwards, the records before `next` in each bucket's part are in their bucket; if the part is
// everything, so are all records. A pass places at least half of the records for which there is
// space. If goes_on() returns false, this ends early with all records still present.
template <HasSortKey T, class GoesOn>
void move_home(std::span<T> records, unsigned byte, Homes& part, GoesOn goes_on) {
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t value = 0; value < kBuckets; ++value) {
      if (!goes_on()) return;
      const std::size_t end = part.end[value];
      for (std::size_t at = part.next[value]; at < end; ++at) {
        const std::size_t home = digit(records[at], byte);
        std::size_t& next = part.next[home];
        const bool is_home = home == value && next > at;
        if (is_home || next == part.end[home]) continue;
        std::swap(records[at], records[next++]);
        moved = true;
      }
    }
  }
}

// Moves a bucket's misplaced records to its end. Returns where they begin.
template <HasSortKey T>
std::size_t gather_strangers(std::span<T> records, unsigned byte, std::size_t value,
                             const std::vector<Homes>& parts) {
  std::size_t end = parts.back().end[value];
  const auto is_stranger = [&](std::size_t at) { return digit(records[at], byte) != value; };
  for (const Homes& part : parts) {
    for (std::size_t at = part.next[value]; at < std::min(part.end[value], end); ++at) {
      if (!is_stranger(at)) continue;
      do --end;
      while (end > at && is_stranger(end));
      std::swap(records[at], records[end]);
    }
  }
  return end;
}

// Fewer are not worth the threads.
inline constexpr std::size_t kWorthSharing = 1 << 16;

template <HasSortKey T>
void place(std::span<T> records, unsigned byte, Homes homes, unsigned threads,
           const Cancellation& watch) {
  const auto goes_on = [&] { return records.size() < kWorthSharing || watch.goes_on(); };
  while (threads > 1 && homes.unplaced() >= kWorthSharing) {
    if (!watch.goes_on()) return;
    std::vector<Homes> parts;
    for (unsigned i = 0; i < threads; ++i) parts.push_back(part_of(homes, i, threads));
    parallel_for(threads, threads,
                 [&](std::size_t i) { move_home(records, byte, parts[i], goes_on); });
    parallel_for(kBuckets, threads, [&](std::size_t value) {
      homes.next[value] = gather_strangers(records, byte, value, parts);
    });
  }
  move_home(records, byte, homes, goes_on);
}

// Splits a bucket by its next byte; appends the buckets that must still be sorted to `out`.
template <HasSortKey T>
void split(const Bucket<T>& bucket, std::vector<Bucket<T>>& out, unsigned threads,
           const Cancellation& watch) {
  const Places counts = count_values<T>(bucket.records, bucket.byte, threads, watch);
  if (!watch.goes_on()) return;
  if (counts[digit(bucket.records.front(), bucket.byte)] == bucket.records.size()) {
    out.push_back({bucket.records, bucket.byte + 1});
    return;
  }
  const Homes homes = homes_of(counts);
  place(bucket.records, bucket.byte, homes, threads, watch);
  for (std::size_t value = 0; value < kBuckets; ++value) {
    const std::size_t size = homes.end[value] - homes.next[value];
    if (size > 1) out.push_back({bucket.records.subspan(homes.next[value], size), bucket.byte + 1});
  }
}

// The bits in which keys differ from another one.
template <HasSortKey T>
class Differences {
 public:
  explicit Differences(const T& first) : first_(first.sort_key()) {}

  void add(std::span<const T> records) {
    for (const T& record : records) {
      const auto key = record.sort_key();
      for (std::size_t i = 0; i < key.size(); ++i) bits_[i] |= key[i] ^ first_[i];
    }
  }
  // The first byte in which some keys differ; the number of bytes if none do.
  unsigned first_byte() const {
    unsigned byte = 0;
    for (const std::uint64_t word : bits_) {
      if (word != 0) return byte + static_cast<unsigned>(std::countl_zero(word)) / 8;
      byte += 8;
    }
    return byte;
  }

 private:
  using Key = decltype(std::declval<const T&>().sort_key());
  Key first_;
  Key bits_{};
};

template <HasSortKey T>
unsigned first_difference(std::span<const T> records) {
  Differences<T> differences(records.front());
  differences.add(records);
  return differences.first_byte();
}

// The same for many records. Any byte if `watch` does not go on.
template <HasSortKey T>
unsigned first_difference(std::span<const T> records, const Cancellation& watch) {
  Differences<T> differences(records.front());
  for_each_part(records, watch, [&](std::span<const T> some) {
    differences.add(some);
    return differences.first_byte() > 0;
  });
  return differences.first_byte();
}

// Sorts records that agree in the bytes before `byte`. Records that fit in `buffer` are copied
// through it, which is faster than swaps.
template <HasSortKey T>
void sort_bucket(std::span<T> records, unsigned byte, std::span<T> buffer) {
  if (records.size() <= kFew) {
    return insertion_sort(records,
                          [](const T& a, const T& b) { return a.sort_key() < b.sort_key(); });
  }
  byte = first_difference<T>(records);
  if (byte == kKeyBytes<T>) return;
  Places counts{};
  count_values<T>(records, byte, counts);
  Homes homes = homes_of(counts);
  if (records.size() <= buffer.size()) {
    for (const T& record : records) buffer[homes.next[digit(record, byte)]++] = record;
    std::ranges::copy(buffer.first(records.size()), records.begin());
  } else {
    move_home(records, byte, homes, [] { return true; });
  }
  std::size_t begin = 0;
  for (const std::size_t end : homes.end) {
    if (end - begin > 1) sort_bucket(records.subspan(begin, end - begin), byte + 1, buffer);
    begin = end;
  }
}

}  // namespace radix

// Sorts by sort_key(). O(bytes of a key · n), on up to `threads` threads (0: one a core). All of
// them ask `watch` whether to go on. If it is cancelled, the records are in any order.
template <HasSortKey T>
void radix_sort(std::span<T> records, unsigned threads, const Cancellation& watch) {
  if (records.empty()) return;
  const std::size_t share =
      std::min(records.size() / (8 * thread_count(threads)) + radix::kFew, radix::kUnasked);
  std::vector<radix::Bucket<T>> large{{records, radix::first_difference<T>(records, watch)}};
  std::vector<radix::Bucket<T>> tasks;
  while (!large.empty() && watch.goes_on()) {
    const radix::Bucket<T> bucket = large.back();
    large.pop_back();
    if (bucket.byte == radix::kKeyBytes<T> || bucket.records.size() <= share) {
      tasks.push_back(bucket);
    } else {
      radix::split(bucket, large, thread_count(threads), watch);
    }
  }
  const std::size_t cached = std::min(records.size(), radix::kCached / sizeof(T));
  Pool<std::vector<T>> buffers;
  parallel_for(tasks.size(), threads, [&](std::size_t i) {
    if (!watch.goes_on()) return;
    buffers.with([&] { return std::make_unique<std::vector<T>>(cached); },
                 [&](std::vector<T>& buffer) {
                   radix::sort_bucket(tasks[i].records, tasks[i].byte, std::span(buffer));
                 });
  });
}

// The same; `progress` may be null.
template <HasSortKey T>
Result<void> radix_sort(std::span<T> records, unsigned threads, const Progress* progress) {
  const Cancellation watch(progress);
  radix_sort(records, threads, watch);
  return watch.end();
}

// The same, without cancellation.
template <HasSortKey T>
void radix_sort(std::span<T> records, unsigned threads) {
  radix_sort(records, threads, Cancellation(nullptr));
}

}  // namespace whorl::internal::base
