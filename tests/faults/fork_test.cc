// The library in a child process, after its parent used it on several threads.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <numeric>

#include "base/parallel_sort.h"
#include "jobs.h"

namespace whorl::test {
namespace {

using internal::base::parallel_for;
using internal::base::parallel_sort;

constexpr unsigned kThreads = 4;

bool sorts_and_counts() {
  std::vector<std::uint64_t> items(100'000);
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = i * 7'919 % items.size();
  parallel_sort(items, kThreads);
  std::atomic<std::size_t> sum = 0;
  parallel_for(items.size(), kThreads, [&](std::size_t i) { sum += items[i]; });
  return std::is_sorted(items.begin(), items.end()) && sum == items.size() * (items.size() - 1) / 2;
}

// The exit status of a child that runs body(). A child that hangs is killed.
template <class Body>
int status_of_child(Body body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(100);
    _exit(body() ? 0 : 1);
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return status;
}

TEST(Fork, LeavesThreadsToUse) {
  ASSERT_TRUE(sorts_and_counts());
  EXPECT_EQ(status_of_child(sorts_and_counts), 0);
  EXPECT_EQ(status_of_child([] { return status_of_child(sorts_and_counts) == 0; }), 0);
  EXPECT_TRUE(sorts_and_counts());
}

TEST(Fork, LeavesAllJobsToRun) {
  const TempFolder folder("fork");
  const Jobs jobs(folder);
  ASSERT_TRUE(jobs.make_store());
  for (const NamedJob& job : kJobs) {
    const auto expected = (jobs.*job.run)(kThreads);
    ASSERT_TRUE(expected) << expected.error().message;
    const int status = status_of_child([&] {
      const auto found = (jobs.*job.run)(kThreads);
      return found && *found == *expected;
    });
    EXPECT_EQ(status, 0) << job.name;
  }
}

}  // namespace
}  // namespace whorl::test
