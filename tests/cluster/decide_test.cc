// Decisions on records that are read once are the same as in the files of dedup.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "../stop_at_question.h"
#include "../temp_folder.h"
#include "record_list.h"
#include "stop_after.h"
#include "themed.h"
#include "whorl/dedup.h"

namespace whorl {
namespace {

namespace fs = std::filesystem;

// A source that can be read only once, and says so.
class OneShot final : public RecordSource {
 public:
  explicit OneShot(std::vector<Record> records) : list_(std::move(records)) {}
  Result<bool> next(Record& record) override {
    EXPECT_FALSE(ended_) << "read twice";
    const auto more = list_.next(record);
    ended_ = more && !*more;
    return more;
  }

 private:
  test::RecordList list_;
  bool ended_ = false;
};

// Themed texts, with nulls and rows that are not UTF-8 in between.
std::vector<Record> records(std::size_t count, unsigned seed, const std::string& prefix) {
  auto all = test::records_of(test::themed_lines(count, seed, prefix));
  for (std::size_t row = 0; row < all.size(); ++row) {
    if (row % 11 == 5) all[row].text = "caf\xE9";
    if (row % 13 == 6) all[row].null = true;
  }
  return all;
}

bool is_skipped(std::size_t row) { return row % 11 == 5 || row % 13 == 6; }

class Decide : public testing::Test {
 protected:
  Decide() { fs::create_directories(folder_ / "work"); }

  DedupOptions options(Linkage linkage = Linkage::survivor, unsigned threads = 2) const {
    DedupOptions o;
    o.cluster.shingling.shingle = 3;
    o.cluster.thresholds.linkage = linkage;
    o.cluster.limits.threads = threads;
    o.cluster.limits.temporary = folder_.path("work");
    return o;
  }
  std::vector<DedupDecision> decided(DedupOptions o, RecordSource* source) {
    o.cluster.input.records = source;
    std::vector<DedupDecision> all;
    const auto done = decide(
        o,
        [&](const DedupDecision& decision) -> Result<bool> {
          all.push_back(decision);
          return true;
        },
        quiet_);
    EXPECT_TRUE(done) << done.error().message;
    if (done) summary_ = *done;
    EXPECT_TRUE(fs::is_empty(folder_ / "work")) << "the work is removed";
    return all;
  }
  // Compares decisions with the files that dedup writes for the same records.
  void expect_files_of(DedupOptions o, const std::vector<Record>& all,
                       const std::vector<DedupDecision>& decisions) {
    test::RecordList list(all);
    o.cluster.input.records = &list;
    o.output = folder_.path("kept.jsonl");
    o.overwrite = true;
    const auto done = dedup(o, quiet_);
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(done->documents, decisions.size());
    EXPECT_EQ(done->kept, summary_.kept);
    EXPECT_EQ(done->left_out(), summary_.left_out());
    std::string kept;
    std::vector<nlohmann::json> removed;
    for (const DedupDecision& d : decisions) {
      if (d.kept()) {
        kept += all[d.row].line + "\n";
        continue;
      }
      removed.push_back({{"id", d.document.id},
                         {"reason", to_string(*d.reason)},
                         {"survivor", d.kept_id},
                         {"resemblance", d.resemblance.value},
                         {"contained", d.contained.value},
                         {"contains", d.contains.value}});
    }
    EXPECT_EQ(folder_.read("kept.jsonl"), kept);
    auto listed = folder_.read_lines("kept.removed.jsonl");
    std::erase_if(listed, [](const auto& entry) { return entry["reason"] == "unreadable"; });
    ASSERT_EQ(listed.size(), removed.size());
    for (std::size_t i = 0; i < removed.size(); ++i)
      EXPECT_EQ(nlohmann::json(listed[i]), removed[i]);
  }

  test::TempFolder folder_{"decide"};
  NoProgress quiet_;
  DedupSummary summary_;
};

TEST_F(Decide, DecidesWhatDedupWrites) {
  const auto all = records(300, 4, "d");
  for (const Linkage linkage : {Linkage::survivor, Linkage::single}) {
    for (const unsigned threads : {1u, 4u}) {
      for (const double containment : {0.0, 0.9}) {
        DedupOptions o = options(linkage, threads);
        o.cluster.thresholds.containment = containment;
        OneShot source(all);
        const auto decisions = decided(o, &source);
        EXPECT_GT(summary_.similar, 0u);
        expect_files_of(o, all, decisions);
      }
    }
  }
}

// Sketches are kept in memory, read from their file in one go, or read one by one.
TEST_F(Decide, DecidesTheSameAtAnyMemory) {
  const auto all = records(300, 4, "d");
  const auto decided_in = [&](std::uint64_t memory) {
    DedupOptions o = options();
    o.cluster.limits.memory = memory;
    OneShot source(all);
    std::string text;
    for (const DedupDecision& d : decided(o, &source)) {
      for (const std::uint64_t number :
           {d.row, d.kept_row.value_or(0), d.cluster.value_or(0), d.cluster_size}) {
        text += std::to_string(number) + " ";
      }
      for (const double share : {d.resemblance.value, d.contained.value, d.contains.value}) {
        text += std::to_string(share) + " ";
      }
      text += d.kept_id + (d.reason ? std::string(to_string(*d.reason)) : "kept") + "\n";
    }
    return text;
  };
  const std::string roomy = decided_in(1 << 30);
  EXPECT_GT(summary_.similar, 0u);
  for (std::uint64_t memory = 64 << 10; memory < 4 << 20; memory *= 2) {
    EXPECT_EQ(decided_in(memory), roomy) << memory << " bytes";
  }
}

TEST_F(Decide, RowsCountSkippedRecords) {
  const auto all = records(120, 9, "d");
  OneShot source(all);
  const auto decisions = decided(options(), &source);
  auto at = decisions.begin();
  std::map<std::uint64_t, const DedupDecision*> by_row;
  for (std::size_t row = 0; row < all.size(); ++row) {
    if (is_skipped(row)) continue;
    ASSERT_NE(at, decisions.end());
    EXPECT_EQ(at->row, row);
    EXPECT_EQ(at->document.row, row);
    EXPECT_EQ(at->document.id, all[row].id);
    by_row[row] = &*at++;
  }
  EXPECT_EQ(at, decisions.end());
  for (const DedupDecision& d : decisions) {
    ASSERT_TRUE(d.kept_row);
    const DedupDecision& kept = *by_row.at(*d.kept_row);
    EXPECT_TRUE(kept.kept());
    EXPECT_EQ(kept.document.id, d.kept_id);
    EXPECT_EQ(kept.cluster, d.cluster);
    EXPECT_EQ(d.kept(), d.row == *d.kept_row);
    EXPECT_LE(d.resemblance.low, d.resemblance.value);
    EXPECT_TRUE(d.resemblance.exact);
    EXPECT_EQ(d.cluster.has_value(), d.cluster_size > 1);
  }
  std::size_t skipped = 0;
  for (const Skipped& s : summary_.found.skipped) {
    if (s.kind != SkipKind::skipped) continue;
    ASSERT_TRUE(s.row);
    EXPECT_TRUE(is_skipped(*s.row));
    ++skipped;
  }
  EXPECT_EQ(skipped + decisions.size(), all.size());
}

TEST_F(Decide, AgainstRecordsAndAgainstTextsOfFilesAreTheSame) {
  const auto all = records(150, 4, "d"), other = records(60, 4, "a");
  const auto lines = test::themed_lines(60, 4, "a");
  std::string good;
  for (std::size_t row = 0; row < lines.size(); ++row) {
    if (!is_skipped(row)) good += lines[row] + "\n";
  }
  folder_.write("against.jsonl", good);
  for (const unsigned threads : {1u, 4u}) {
    DedupOptions file = options(Linkage::survivor, threads), memory = file;
    file.against = {folder_.path("against.jsonl")};
    OneShot source(all), same(all), against(other);
    memory.against_records = &against;
    const auto of_memory = decided(memory, &source);
    const auto of_file = decided(file, &same);
    expect_files_of(file, all, of_file);
    ASSERT_EQ(of_memory.size(), of_file.size());
    std::size_t removed = 0;
    for (std::size_t i = 0; i < of_file.size(); ++i) {
      const DedupDecision &a = of_memory[i], &b = of_file[i];
      EXPECT_EQ(a.row, b.row);
      EXPECT_EQ(a.reason, b.reason);
      EXPECT_EQ(a.kept_id, b.kept_id);
      EXPECT_EQ(a.resemblance, b.resemblance);
      EXPECT_EQ(a.kept_is_against, !a.kept());
      if (a.kept()) continue;
      ++removed;
      EXPECT_EQ(other[a.kept_row.value()].id, a.kept_id);
      EXPECT_EQ(b.kept_row, std::nullopt);
    }
    EXPECT_GT(removed, 10u);
  }
}

TEST_F(Decide, AgainstIsOneOfTextsAndRecords) {
  test::RecordList source(records(20, 4, "d")), against(records(20, 4, "a"));
  DedupOptions o = options();
  o.cluster.input.records = &source;
  o.against = {folder_.path("none.jsonl")};
  o.against_records = &against;
  const auto refused = decide(
      o, [](const DedupDecision&) -> Result<bool> { return true; }, quiet_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::invalid_argument);
}

TEST_F(Decide, RecordsOfFilesHaveTheirNumberOverAllInputs) {
  fs::create_directories(folder_ / "in");
  folder_.write("in/1.jsonl", "{\"id\":\"a\",\"text\":\"one two three four five\"}\nno JSON\n");
  folder_.write("in/2.jsonl", "{\"id\":\"b\",\"text\":\"one two three four five\"}\n");
  DedupOptions o = options();
  o.cluster.input.inputs = {folder_.path("in")};
  const auto decisions = decided(o, nullptr);
  ASSERT_EQ(decisions.size(), 2u);
  EXPECT_EQ(decisions[1].row, 2u);
  EXPECT_EQ(decisions[1].reason, SimilarityKind::identical);
  EXPECT_EQ(decisions[1].kept_row, 0u);
}

TEST_F(Decide, TheVisitorEndsTheCall) {
  OneShot source(records(50, 4, "d")), other(records(50, 4, "d"));
  DedupOptions o = options();
  o.cluster.input.records = &source;
  std::size_t seen = 0;
  const auto some = decide(
      o, [&](const DedupDecision&) -> Result<bool> { return ++seen < 3; }, quiet_);
  ASSERT_TRUE(some);
  EXPECT_EQ(some->documents, 3u);
  o.cluster.input.records = &other;
  const auto failed = decide(
      o, [&](const DedupDecision&) -> Result<bool> { return fail(ErrorCode::io, "no more room"); },
      quiet_);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "no more room");
  EXPECT_TRUE(fs::is_empty(folder_ / "work"));
}

TEST_F(Decide, StopsWhereProgressSaysSo) {
  for (const std::uint64_t steps : {1u, 100u, 400u}) {
    OneShot source(records(300, 4, "d"));
    DedupOptions o = options();
    o.cluster.input.records = &source;
    test::StopAfter stop(steps);
    const auto stopped = decide(
        o, [](const DedupDecision&) -> Result<bool> { return true; }, stop);
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
    EXPECT_TRUE(fs::is_empty(folder_ / "work"));
  }
}

// This includes the questions of sorts and joins, which report no progress.
TEST_F(Decide, StopsAtAnyQuestion) {
  const auto all = records(200, 4, "d");
  for (const Linkage linkage : {Linkage::survivor, Linkage::single}) {
    int cancelled = 0;
    for (int questions = 1;; questions = questions * 3 / 2 + 1) {
      OneShot source(all);
      DedupOptions o = options(linkage);
      o.cluster.input.records = &source;
      test::StopAtQuestion stop(questions);
      const auto done = decide(
          o, [](const DedupDecision&) -> Result<bool> { return true; }, stop);
      EXPECT_TRUE(fs::is_empty(folder_ / "work"));
      if (done) break;
      ASSERT_EQ(done.error().code, ErrorCode::cancelled) << done.error().message;
      ++cancelled;
    }
    EXPECT_GT(cancelled, 8);
  }
}

TEST_F(Decide, AStoreStaysAndOneWithoutRowsIsRefused) {
  const auto all = records(60, 4, "d");
  OneShot source(all), again(all);
  DedupOptions o = options();
  o.cluster.store = folder_.path("store");
  const auto first = decided(o, &source);
  EXPECT_TRUE(fs::exists(folder_ / "store" / "store.json"));
  EXPECT_EQ(decided(o, &again).size(), first.size());

  folder_.write("in.jsonl", test::joined(test::themed_lines(60, 4, "d")));
  DedupOptions files = options();
  files.cluster.input.inputs = {folder_.path("in.jsonl")};
  files.cluster.store = folder_.path("of-files");
  DedupOptions written = files;
  written.output = folder_.path("kept.jsonl");
  ASSERT_TRUE(dedup(written, quiet_));
  const auto refused = decide(
      files, [](const DedupDecision&) -> Result<bool> { return true; }, quiet_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::unsupported);
}

TEST_F(Decide, TakesNoOutput) {
  OneShot source(records(10, 4, "d"));
  DedupOptions o = options();
  o.cluster.input.records = &source;
  o.output = folder_.path("kept.jsonl");
  const auto refused = decide(
      o, [](const DedupDecision&) -> Result<bool> { return true; }, quiet_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace whorl
