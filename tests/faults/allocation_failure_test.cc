// Memory that ends at any moment: each job of the library gives an Error and frees all it took.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "failing_new.h"
#include "jobs.h"

namespace whorl::test {
namespace {

namespace fs = std::filesystem;

long open_files() {
  const fs::directory_iterator all("/proc/self/fd");
  return std::distance(begin(all), end(all));
}

// Drafts and spilled runs: what no later run should find.
std::vector<std::string> left_behind(const TempFolder& folder) {
  std::vector<std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(folder / "")) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".new") || name.ends_with(".run") || name == "spill") {
      out.push_back(entry.path().string());
    }
  }
  return out;
}

// What came of a job whose n-th allocation failed. Numbers alone: they are allocated nowhere.
struct Outcome {
  bool injected = false;  // there were as many allocations
  enum { failed, threw, found_all, found_other } kind = threw;
  ErrorCode code = ErrorCode::cancelled;
  long leaked = 0;  // allocations
  long opened = 0;  // files
};

class AllocationFailure : public testing::TestWithParam<NamedJob> {
 protected:
  // On a thread of its own, so that what a thread keeps for itself counts as leaked, too.
  Outcome run(std::size_t n, Failing failing, unsigned threads) const {
    Outcome out;
    const long open = open_files(), live = live_allocations();
    std::thread([&] {
      fail_allocation(n, failing);
      attempt(threads, out);
      fail_no_allocation();
    }).join();
    out.injected = allocation_failed();
    out.leaked = live_allocations() - live;
    out.opened = open_files() - open;
    return out;
  }

  void attempt(unsigned threads, Outcome& out) const {
    try {
      const Result<std::string> result = (jobs_.*GetParam().run)(threads);
      if (result) {
        out.kind = *result == expected_ ? Outcome::found_all : Outcome::found_other;
      } else {
        out.kind = Outcome::failed;
        out.code = result.error().code;
      }
    } catch (...) {
      out.kind = Outcome::threw;
    }
  }

  // Runs with a failure at the n-th call; false if there are fewer calls.
  bool check(std::size_t n, Failing failing, unsigned threads) const {
    Outcome out = run(n, failing, threads);
    // What is kept for the next time is no leak: it is not kept twice.
    if (out.leaked != 0) out = run(n, failing, threads);
    EXPECT_TRUE(out.kind == Outcome::failed || out.kind == Outcome::found_all) << out.kind;
    if (out.kind == Outcome::failed) {
      EXPECT_EQ(out.code, ErrorCode::out_of_memory);
      EXPECT_TRUE(out.injected);
    }
    EXPECT_EQ(out.leaked, 0);
    EXPECT_EQ(out.opened, 0);
    if (failing == Failing::once) {
      EXPECT_EQ(left_behind(folder_), std::vector<std::string>());
    }
    return out.injected;
  }

  // From the first call on, then ever more rarely, to the last; up to some that fail the test.
  void check_all(std::size_t all_to, double step, Failing failing, unsigned threads) const {
    for (std::size_t n = 1; !HasFailure(); n = next(n, all_to, step)) {
      SCOPED_TRACE(std::to_string(n) + " on " + std::to_string(threads) + " threads");
      if (!check(n, failing, threads)) break;
    }
  }

  static std::size_t next(std::size_t n, std::size_t all_to, double step) {
    return n < all_to ? n + 1 : static_cast<std::size_t>(static_cast<double>(n) * step) + 1;
  }

  // What a run without failures finds, once all that is kept for the next time is there.
  void expect_what_is_found() {
    const auto found = (jobs_.*GetParam().run)(2);
    ASSERT_TRUE(found) << found.error().message;
    ASSERT_FALSE(found->empty());
    expected_ = *found;
  }

  // By a child, so that this process has used nothing yet.
  void SetUp() override {
    const pid_t child = fork();
    if (child == 0) _exit(jobs_.make_store() ? 0 : 1);
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_EQ(status, 0);
  }

  TempFolder folder_{"allocations"};
  Jobs jobs_{folder_};
  std::string expected_;
};

// Before the first use of anything: a process of its own for each failure, in which tables that
// are made once are not there yet.
TEST_P(AllocationFailure, IsAnErrorAlsoWhereTablesAreMade) {
  std::size_t n = 1;
  for (int status = 0; status == 0; n = next(n, 40, 1.15)) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(100);
      fail_allocation(n, Failing::once);
      Outcome out;
      attempt(1, out);
      const bool fine = out.kind == Outcome::failed || out.kind == Outcome::found_other;
      _exit(!fine ? 1 : allocation_failed() ? 0 : 2);
    }
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) != 1) << n << ": " << status;
  }
  EXPECT_GT(n, 40u);
}

TEST_P(AllocationFailure, IsAnErrorAtEachCall) {
  expect_what_is_found();
  const std::string name = GetParam().name;
  const bool all = name == "compare" || name == "cluster" || name == "query";
  check_all(all ? 2'000 : 200, 1.1, Failing::once, 1);
}

TEST_P(AllocationFailure, IsAnErrorOnSeveralThreads) {
  expect_what_is_found();
  check_all(10, 1.1, Failing::once, 4);
}

TEST_P(AllocationFailure, IsAnErrorWhereAllThatFollowFailToo) {
  expect_what_is_found();
  check_all(50, 1.1, Failing::from_there_on, 2);
}

INSTANTIATE_TEST_SUITE_P(Jobs, AllocationFailure, testing::ValuesIn(kJobs),
                         [](const auto& job) { return std::string(job.param.name); });

}  // namespace
}  // namespace whorl::test
