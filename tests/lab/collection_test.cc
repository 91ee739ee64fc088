// The run of Broder 1997 on made pages.
#include <gmock/gmock.h>

#include <map>

#include "../temp_folder.h"
#include "lab/made_collection.h"
#include "lab/phase_meter.h"
#include "run.h"

namespace whorl::test {
namespace {

using namespace internal::lab;
using testing::HasSubstr;

TEST(MadeCollection, HasAsManyCopiesAsTheWebOf1996) {
  MadeCollection made(1'000, 7);
  std::map<std::string, std::uint64_t> seen;
  std::uint64_t bytes = 0;
  Record record;
  while (*made.next(record)) {
    ++seen[record.text];
    bytes += record.text.size();
  }
  std::uint64_t in_groups = 0, groups = 0;
  for (const auto& [text, count] : seen) {
    in_groups += count > 1 ? count : 0;
    groups += count > 1;
  }
  // A few revisions change nothing.
  EXPECT_NEAR(static_cast<double>(in_groups), 180, 12);
  EXPECT_NEAR(static_cast<double>(groups), 70, 6);
  EXPECT_NEAR(static_cast<double>(bytes) / 1'000, 5'000, 700);
  EXPECT_TRUE(made.rewind());
  EXPECT_TRUE(*made.next(record));
  EXPECT_EQ(record.text, made.text(0));
  EXPECT_NE(made.text(0), MadeCollection(1'000, 8).text(0));
}

TEST(PhaseMeter, CountsPhasesAndHandsOn) {
  NoProgress quiet;
  PhaseMeter meter(quiet);
  meter.phase("one", 1);
  std::vector<char> memory(32 << 20, 'x');
  std::uint64_t sum = 0;
  for (int i = 0; i < 20'000'000; ++i) sum += static_cast<unsigned>(memory[i % memory.size()]);
  EXPECT_GT(sum, 0u);
  meter.phase("two", 1);
  meter.phase("one", 1);
  const auto costs = meter.finish();
  ASSERT_EQ(costs.size(), 2u);
  EXPECT_EQ(costs[0].name, "one");
  EXPECT_GT(costs[0].cpu_seconds, costs[1].cpu_seconds);
  EXPECT_GT(costs[0].peak.value_or(32 << 20), 31u << 20);
}

TEST(Collection, HasThePhasesOfThePaper) {
  LabOptions options;
  options.documents = 1'000;
  options.trials = 20;
  const LabReport report = run("collection", options);
  EXPECT_EQ(report.settings[0].second, "1000");
  for (const char* name : {"phases, as in 1997", "phases, whorl's defaults"}) {
    const LabTable& phases = table(report, name);
    ASSERT_EQ(phases.rows.size(), 6u);
    double share = 0, paper = 0;
    for (const auto& row : phases.rows) {
      share += std::get<double>(row[column(phases, "share of CPU")]);
      paper += std::get<double>(row[column(phases, "paper share")]);
    }
    EXPECT_NEAR(share, 1, 1e-6) << name;
    EXPECT_NEAR(paper, 1, 1e-6) << name;
    EXPECT_GT(figure(phases, "sketching", "CPU seconds"), 0) << name;
  }
  // Of each hundred pages 18 are in groups of identical ones, and 23 in groups of revisions.
  const LabTable& clusters = table(report, "clusters");
  EXPECT_EQ(count(clusters, "identical documents alone", "clusters"), 70u);
  EXPECT_EQ(count(clusters, "identical documents alone", "documents"), 180u);
  EXPECT_EQ(count(clusters, "identical and similar ones", "clusters"), 50u);
  EXPECT_EQ(count(clusters, "identical and similar ones", "documents"), 230u);
  EXPECT_FALSE(table(report, "files of the store").rows.empty());
  const LabTable& kept = table(report, "kept by each method");
  EXPECT_LT(figure(kept, "mod:k=10,m=25", "share of the text"),
            figure(kept, "shingles:k=10", "share of the text"));
  EXPECT_EQ(figure(kept, "exact-overlap:k=45", "share of the text"), 1);
}

TEST(Collection, TakesTextsOrMadeOnes) {
  const TempFolder folder("collection");
  std::string text;
  for (int i = 0; i < 300; ++i) text += "w" + std::to_string(i * 7919 % 10'007) + " ";
  folder.write("a.txt", text);
  folder.write("b.txt", text);
  folder.write("c.txt", "nothing of it");
  LabOptions options;
  options.paths = {folder.path(".")};
  const LabReport report = run("collection", options);
  EXPECT_EQ(count(table(report, "clusters"), "identical documents alone", "documents"), 2u);
  options.documents = 5;
  EXPECT_THAT(refusal("collection", options), HasSubstr("one of both"));
  EXPECT_THAT(refusal("collection", {}), HasSubstr("--documents"));
}

}  // namespace
}  // namespace whorl::test
