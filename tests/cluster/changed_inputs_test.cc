// Stores whose inputs change during a run or after it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../temp_folder.h"
#include "record_list.h"
#include "stop_after.h"
#include "themed.h"
#include "whorl/dedup.h"

namespace whorl {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class ChangedInputs : public testing::Test {
 protected:
  ChangedInputs() : lines_(test::themed_lines(1500, 7, "d")) {
    fs::create_directory(folder_ / "in");
    for (std::size_t part = 0; part < 3; ++part) write(part);
  }

  void write(std::size_t part) {
    const auto begin = lines_.begin() + static_cast<std::ptrdiff_t>(part * 500);
    folder_.write("in/" + std::to_string(part) + ".jsonl", test::joined({begin, begin + 500}));
  }

  ClusterOptions options(const std::string& store) const {
    ClusterOptions o;
    o.input.inputs = {folder_.path("in")};
    o.store = folder_.path(store);
    o.shingling.shingle = 3;
    return o;
  }

  void stop(const ClusterOptions& o) {
    test::StopAfter after(600);
    const auto stopped = cluster(o, after);
    ASSERT_FALSE(stopped);
    ASSERT_EQ(stopped.error().code, ErrorCode::cancelled);
  }

  std::string refusal(const ClusterOptions& o) {
    const auto refused = cluster(o, quiet_);
    return refused ? "" : refused.error().message;
  }

  test::TempFolder folder_{"changed"};
  std::vector<std::string> lines_;
  NoProgress quiet_;
};

TEST_F(ChangedInputs, AreNoticedByTheRunThatGoesOn) {
  stop(options("s"));
  folder_.write("in/0.jsonl", test::joined({lines_[0]}));
  folder_.write("in/00.jsonl", test::joined({lines_[1]}));
  fs::remove(folder_ / "in/2.jsonl");
  EXPECT_THAT(refusal(options("s")),
              HasSubstr("0.jsonl was modified; 00.jsonl is new; 2.jsonl was deleted."));
}

TEST_F(ChangedInputs, AreNoticedOnceTheStoreIsFinished) {
  ASSERT_TRUE(cluster(options("s"), quiet_));
  const auto again = cluster(options("s"), quiet_);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_TRUE(again->done_before);
  folder_.write("in/3.jsonl", test::joined({lines_[1]}));
  EXPECT_THAT(refusal(options("s")), HasSubstr("3.jsonl is new."));
  ClusterOptions other = options("s");
  fs::remove(folder_ / "in/3.jsonl");
  other.input.text_field = "body";
  EXPECT_THAT(refusal(other), HasSubstr("fields"));
}

TEST_F(ChangedInputs, OfWhatIsAddedAreNoticedToo) {
  ASSERT_TRUE(cluster(options("s"), quiet_));
  ClusterOptions more = options("s");
  more.input.inputs = {folder_.write("more.jsonl", test::joined({lines_[0], lines_[700]}))};
  const auto added = cluster_into(more, quiet_);
  ASSERT_TRUE(added);
  EXPECT_FALSE(added->done_before);
  const auto again = cluster_into(more, quiet_);
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->done_before);
  EXPECT_EQ(again->documents, 1502u);
  folder_.write("more.jsonl", test::joined({lines_[0]}));
  const auto refused = cluster_into(more, quiet_);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("more.jsonl was modified"));
}

TEST_F(ChangedInputs, OfASourceAreNoticedByTheirRecords) {
  auto records = test::records_of(lines_);
  const auto from = [&](RecordSource& source) {
    ClusterOptions o = options("s");
    o.input.inputs.clear();
    o.input.records = &source;
    return o;
  };
  test::RecordList first(records), again(records), whole(records);
  stop(from(first));
  records[17].text += " and a word";
  test::RecordList changed(records);
  EXPECT_THAT(refusal(from(changed)), HasSubstr("inputs changed"));
  ASSERT_EQ(refusal(from(again)), "");
  ASSERT_TRUE(cluster(from(whole), quiet_) && whole.rewind());
  const auto done = cluster(from(whole), quiet_);
  ASSERT_TRUE(done);
  EXPECT_TRUE(done->done_before);
  changed.rewind();
  EXPECT_THAT(refusal(from(changed)), HasSubstr("inputs changed"));
  records.resize(900);
  test::RecordList fewer(records);
  EXPECT_THAT(refusal(from(fewer)), HasSubstr("inputs changed"));
}

TEST_F(ChangedInputs, OfASourceAreNoticedByTheirGroups) {
  auto records = test::records_of(lines_);
  for (Record& record : records) record.group = "de";
  const auto from = [&](RecordSource& source) {
    ClusterOptions o = options("s");
    o.input.inputs.clear();
    o.input.records = &source;
    o.input.group_field = "lang";
    return o;
  };
  test::RecordList first(records), again(records);
  ASSERT_TRUE(cluster(from(first), quiet_));
  records[17].group = "en";
  test::RecordList changed(records);
  EXPECT_THAT(refusal(from(changed)), HasSubstr("inputs changed"));
  EXPECT_EQ(refusal(from(again)), "");
}

TEST_F(ChangedInputs, OfAPipeAreNoticedByTheirRecords) {
  ClusterOptions o = options("s");
  o.input.inputs = {"-"};
  o.input.standard_input = folder_.write("a", test::joined(lines_));
  stop(o);
  auto changed = lines_;
  changed[3].insert(changed[3].size() - 2, " word");
  ClusterOptions other = o;
  other.input.standard_input = folder_.write("b", test::joined(changed));
  EXPECT_THAT(refusal(other), HasSubstr("inputs changed"));
  EXPECT_EQ(refusal(o), "");
  EXPECT_EQ(refusal(o), "");
  EXPECT_THAT(refusal(other), HasSubstr("inputs changed"));
}

// The input is read again with the same fields.
TEST_F(ChangedInputs, OfAPipeAreReadByTheFieldsOfTheStore) {
  const auto lines = [&](const char* name) {
    std::string text;
    for (int i = 0; i < 20; ++i) {
      text += R"({"id":")" + std::string(name) + std::to_string(i) + R"(","lang":"de","n":)" +
              std::to_string(i) + R"(,"text":"some words of the text )" + std::to_string(i / 2) +
              "\"}\n";
    }
    return folder_.write(name, text);
  };
  ClusterOptions o = options("s");
  o.input.inputs = {"-"};
  o.input.standard_input = lines("a");
  o.input.group_field = "lang";
  o.thresholds.survivor = SurvivorChoice::field;
  o.thresholds.survivor_field = "n";
  for (int run = 0; run < 2; ++run) {
    const auto done = cluster(o, quiet_);
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(done->done_before, run == 1);
  }
}

TEST_F(ChangedInputs, HoldNothingOfTheStoreItself) {
  ClusterOptions o = options("in/0store");
  stop(o);
  const auto inside = cluster(o, quiet_);
  ASSERT_TRUE(inside) << inside.error().message;
  EXPECT_EQ(inside->documents, 1500u);
  EXPECT_TRUE(inside->skipped.empty());
  EXPECT_TRUE(cluster(o, quiet_)->done_before);
  // Another store in the folder is listed and not read.
  const auto outside = cluster(options("s"), quiet_);
  ASSERT_TRUE(outside);
  EXPECT_EQ(outside->documents, 1500u);
  ASSERT_EQ(outside->skipped.size(), 1u);
  EXPECT_EQ(outside->skipped.front().reason, "is a store of whorl");
}

}  // namespace
}  // namespace whorl
