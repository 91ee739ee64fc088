// Deduplication as tasks over files gives the same bytes as dedup().
#include "whorl/tasks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <random>

#include "../cluster/themed.h"
#include "../store_contents.h"
#include "../temp_folder.h"

namespace whorl {
namespace {

struct Case {
  const char* sketch;
  double resemblance;
  Linkage linkage;
};

class DedupByTasks : public testing::TestWithParam<Case> {
 protected:
  DedupByTasks() {
    auto lines = test::themed_lines(240, 3, "d");
    lines.insert(lines.begin() + 20, {"not JSON", R"({"id":"empty","text":""})"});
    const std::vector<std::string> same(lines.begin() + 5, lines.begin() + 9);
    lines.insert(lines.begin() + 90, same.begin(), same.end());
    std::filesystem::create_directory(folder_ / "in");
    for (std::size_t part = 0; part < 6; ++part) {
      const auto begin = lines.begin() + static_cast<std::ptrdiff_t>(part * lines.size() / 6);
      const auto end = lines.begin() + static_cast<std::ptrdiff_t>((part + 1) * lines.size() / 6);
      folder_.write("in/" + std::to_string(part) + ".jsonl", test::joined({begin, end}));
    }
    folder_.write("in/page.html", "<p>Some words of a page, and more of them.</p>");
  }

  DedupOptions options(const std::string& output) const {
    DedupOptions o;
    o.cluster.input.inputs = {folder_.path("in")};
    o.cluster.shingling.shingle = 3;
    o.cluster.shingling.sketch = GetParam().sketch;
    o.cluster.thresholds.resemblance = GetParam().resemblance;
    o.cluster.thresholds.linkage = GetParam().linkage;
    o.cluster.limits.memory = 64 << 20;
    o.output = folder_.path(output);
    return o;
  }

  void expect_the_same(const std::string& a, const std::string& b) const {
    EXPECT_EQ(bytes(a + ".jsonl"), bytes(b + ".jsonl")) << b;
    EXPECT_EQ(bytes(a + ".removed.jsonl"), bytes(b + ".removed.jsonl")) << b;
  }

  std::string bytes(const std::string& name) const { return test::bytes_of(folder_.path(name)); }

  // Runs all remaining tasks.
  void run_all(const std::string& plan) {
    for (int i = 0; i < 1000; ++i) {
      const auto ran = run_task(folder_.path(plan), 1, quiet_);
      ASSERT_TRUE(ran) << ran.error().message;
      ASSERT_NE(ran->state, TaskState::waits);
      if (ran->state == TaskState::finished) return;
    }
    FAIL() << "it does not end";
  }

  test::TempFolder folder_{"by-tasks"};
  NoProgress quiet_;
};

TEST_P(DedupByTasks, WritesWhatDedupWrites) {
  ASSERT_TRUE(dedup(options("whole.jsonl"), quiet_));
  EXPECT_NE(bytes("whole.removed.jsonl").find("\"similar\""), std::string::npos);
  for (const std::uint32_t tasks : {1u, 3u, 9u}) {
    const std::string name = "by" + std::to_string(tasks);
    const auto planned =
        plan_tasks(options(name + ".jsonl"), tasks, folder_.path(name + ".plan"), quiet_);
    ASSERT_TRUE(planned) << planned.error().message;
    run_all(name + ".plan");
    expect_the_same("whole", name);
  }
}

class SkippedByTasks : public DedupByTasks {};

TEST_P(SkippedByTasks, ListsWhatCouldNotBeReadAsDedupDoes) {
  // A SkipLog lists fewer lines one by one, so some of these are only counted.
  std::string bad;
  for (int i = 0; i < 6'000; ++i) bad += "not JSON\n{\"id\":\"no text\"}\n";
  for (const char* name : {"in/bad0.jsonl", "in/bad1.jsonl"}) folder_.write(name, bad);
  const auto whole = dedup(options("whole.jsonl"), quiet_);
  ASSERT_TRUE(whole) << whole.error().message;
  ASSERT_TRUE(plan_tasks(options("by.jsonl"), 3, folder_.path("plan"), quiet_));
  run_all("plan");
  expect_the_same("whole", "by");
  const auto status = tasks_status(folder_.path("plan"));
  ASSERT_TRUE(status && status->finished);
  EXPECT_GT(status->summary.found.candidates, 0u);
  const auto& listed = status->summary.found.skipped;
  ASSERT_EQ(listed.size(), whole->found.skipped.size());
  EXPECT_GT(listed.size(), 10'000u);
  for (std::size_t i = 0; i < listed.size(); ++i)
    ASSERT_EQ(listed[i].reason, whole->found.skipped[i].reason) << i;
}

INSTANTIATE_TEST_SUITE_P(
    Rules, DedupByTasks,
    testing::Values(Case{"all", 0.5, Linkage::survivor}, Case{"mod:4", 0.5, Linkage::survivor},
                    Case{"mod:25", 0.8, Linkage::survivor}, Case{"vi", 0.3, Linkage::survivor},
                    Case{"all", 0.5, Linkage::single}, Case{"mod:4", 0.6, Linkage::single}));

INSTANTIATE_TEST_SUITE_P(Rules, SkippedByTasks,
                         testing::Values(Case{"mod:25", 0.5, Linkage::survivor}));

}  // namespace
}  // namespace whorl
