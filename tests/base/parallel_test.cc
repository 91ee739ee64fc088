#include "base/parallel.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "no_new_threads.h"

namespace whorl::internal::base {
namespace {

TEST(ParallelFor, VisitsEachItemOnceAtAnyThreadCount) {
  for (unsigned threads : {0u, 1u, 2u, 7u}) {
    for (std::size_t n : {0u, 1u, 2u, 1000u}) {
      std::vector<std::atomic<int>> visits(n);
      parallel_for(n, threads, [&](std::size_t i) { ++visits[i]; });
      for (const auto& v : visits) EXPECT_EQ(v.load(), 1);
    }
  }
}

TEST(ParallelFor, ThrowsOnTheExceptionOfTheLeastItemAtAnyThreadCount) {
  for (unsigned threads : {1u, 2u, 8u}) {
    for (int round = 0; round < 50; ++round) {
      try {
        parallel_for(1000, threads, [](std::size_t i) {
          if (i == 40) std::this_thread::yield();
          if (i >= 40) throw std::runtime_error(std::to_string(i));
        });
        ADD_FAILURE() << "nothing was thrown";
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "40");
      }
    }
  }
}

TEST(ParallelFor, BeginsNoItemAfterOneThrew) {
  for (unsigned threads : {1u, 2u, 8u}) {
    std::atomic<std::size_t> begun = 0;
    std::atomic<bool> thrown = false;
    EXPECT_THROW(parallel_for(1'000'000, threads,
                              [&](std::size_t i) {
                                ++begun;
                                if (i == 0) {
                                  thrown = true;
                                  throw std::bad_alloc();
                                }
                                while (!thrown) std::this_thread::yield();
                                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                              }),
                 std::bad_alloc);
    EXPECT_LT(begun, 100'000u);
  }
}

TEST(ParallelFor, RunsOnNoMoreThreadsThanAsked) {
  for (unsigned threads : {1u, 2u, 5u}) {
    std::mutex mutex;
    std::set<std::thread::id> seen;
    parallel_for(500, threads, [&](std::size_t) {
      const std::lock_guard lock(mutex);
      seen.insert(std::this_thread::get_id());
    });
    EXPECT_LE(seen.size(), threads);
  }
}

TEST(ParallelFor, RunsOnTheCallingThreadWhereNoOtherStarts) {
  const test::NoNewThreads refused;
  ASSERT_THROW(std::thread([] {}).join(), std::system_error);
  std::vector<int> visits(100);
  const auto caller = std::this_thread::get_id();
  parallel_for(visits.size(), 4, [&](std::size_t i) {
    ++visits[i];
    EXPECT_EQ(std::this_thread::get_id(), caller);
  });
  EXPECT_EQ(visits, std::vector<int>(100, 1));
}

TEST(ThreadCount, IsWhatWasAskedForOrTheCoresAllowed) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  EXPECT_EQ(thread_count(0), static_cast<unsigned>(CPU_COUNT(&before)));
  EXPECT_EQ(thread_count(3), 3u);
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(thread_count(0), 1u);
  EXPECT_EQ(thread_count(3), 3u);
  ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
}

}  // namespace
}  // namespace whorl::internal::base
