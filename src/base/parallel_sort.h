// Sorting in place on several threads.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "base/go_on.h"
#include "base/parallel.h"

namespace whorl::internal::base {

// A quicksort (Hoare 1962). Threads take its parts, the largest first. Each thread splits its part
// until it is small, leaves one half of every split to the others, and sorts the rest.
template <class T, class Less>
class SharedSort {
 public:
  // `watch` may be null.
  SharedSort(std::span<T> items, unsigned threads, Less less, const Cancellation* watch)
      : threads_(threads),
        small_(std::clamp(items.size() / (kPartsAThread * threads), kSmall, kUnasked)),
        less_(less),
        watch_(watch),
        waiting_{{items, 2 * static_cast<int>(std::bit_width(items.size()))}} {}

  void run() {
    parallel_for(threads_, threads_, [this](std::size_t) { work(); });
  }

 private:
  static constexpr std::size_t kSmall = 1 << 12;    // smaller parts are not worth sharing
  static constexpr std::size_t kUnasked = 1 << 19;  // items sorted without asking to go on
  static constexpr std::size_t kPartsAThread = 8;
  static constexpr std::size_t kSample = 31;

  struct Part {
    std::span<T> items;
    int splits;  // remaining splits; the limit prevents quadratic time for any order
    bool operator<(const Part& other) const { return items.size() < other.items.size(); }
  };

  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return failed_ || busy_ == 0 || !waiting_.empty(); });
      if (failed_ || waiting_.empty() || !goes_on()) return;
      const Part part = take_largest();
      ++busy_;
      lock.unlock();
      try {
        sort(part);
      } catch (...) {
        lock.lock();
        failed_ = true;
        changed_.notify_all();
        throw;
      }
      lock.lock();
      if (--busy_ == 0) changed_.notify_all();
    }
  }

  bool goes_on() const { return watch_ == nullptr || watch_->goes_on(); }

  Part take_largest() {
    std::pop_heap(waiting_.begin(), waiting_.end());
    const Part part = waiting_.back();
    waiting_.pop_back();
    return part;
  }

  void leave(Part part) {
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(part);
      std::push_heap(waiting_.begin(), waiting_.end());
    }
    changed_.notify_one();
  }

  void sort(Part part) {
    while (part.items.size() > small_ && part.splits-- > 0) {
      if (!goes_on()) return;
      const std::size_t middle = split(part.items);
      leave({part.items.subspan(middle), part.splits});
      part.items = part.items.first(middle);
    }
    std::sort(part.items.begin(), part.items.end(), less_);
  }

  // The number of items up to a median of a sample; the others are moved behind them.
  std::size_t split(std::span<T> items) {
    const T pivot = items[median_of_sample(items)];
    std::size_t left = 0, right = items.size() - 1;
    while (true) {
      while (less_(items[left], pivot)) ++left;
      while (less_(pivot, items[right])) --right;
      if (left >= right) return left;
      std::swap(items[left++], items[right--]);
    }
  }

  std::size_t median_of_sample(std::span<const T> items) {
    std::array<std::size_t, kSample> sample;
    for (std::size_t i = 0; i < kSample; ++i) sample[i] = items.size() * i / kSample;
    const auto middle = sample.begin() + kSample / 2;
    std::nth_element(sample.begin(), middle, sample.end(),
                     [&](std::size_t a, std::size_t b) { return less_(items[a], items[b]); });
    return *middle;
  }

  const unsigned threads_;
  const std::size_t small_;
  Less less_;
  const Cancellation* const watch_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Part> waiting_;  // a heap
  std::size_t busy_ = 0;       // threads that sort, and may leave parts to others
  bool failed_ = false;
};

// Sorts by `less`, which must be a total order: equal elements are indistinguishable, so that the
// result is the same at any thread count. O(n log n), in place, on up to `threads` threads (0: one
// a core). If `less` throws, or `watch` is cancelled, the items are left in any order. `watch` may
// be null.
template <class T, class Less = std::less<T>>
void parallel_sort(std::vector<T>& items, unsigned threads, Less less, const Cancellation* watch) {
  constexpr std::size_t kFew = 1 << 14;  // not worth the threads
  threads = thread_count(threads);
  if (items.size() < kFew || (threads == 1 && watch == nullptr)) {
    std::sort(items.begin(), items.end(), less);
  } else if (!std::is_sorted(items.begin(), items.end(), less)) {
    SharedSort<T, Less>(items, threads, less, watch).run();
  }
}

// The same, without cancellation.
template <class T, class Less = std::less<T>>
void parallel_sort(std::vector<T>& items, unsigned threads, Less less = {}) {
  parallel_sort(items, threads, less, nullptr);
}

}  // namespace whorl::internal::base
