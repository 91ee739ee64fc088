// What a sweep leaves in its store, and what a stopped sweep leaves for the next one.
#include <gmock/gmock.h>
#include <atomic>

#include "feature_sweeps.h"

namespace whorl::internal::sweep {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

// Asks to stop once the pages are read.
class StopAtMerging final : public Progress {
 public:
  void phase(std::string_view name, std::uint64_t) override { merging_ = name == "merging"; }
  void advance(std::uint64_t) override {}
  bool cancelled() const override { return merging_; }

 private:
  std::atomic<bool> merging_ = false;
};

class AddedSweeps : public FeatureSweeps {
 protected:
  void stop(const std::string& date, const std::string& file) {
    StopAtMerging stop;
    EXPECT_EQ(add_sweep(options(date, file), stop).error().code, ErrorCode::cancelled);
  }

  std::vector<std::string> names(const std::string& start) const {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(store())) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with(start)) found.push_back(name);
    }
    return found;
  }
};

TEST_F(AddedSweeps, KeepOnlyTheLastPagesFile) {
  for (const char* date : {"2026-05-01", "2026-05-02", "2026-05-03"}) {
    add(date, {{"http://a.org/x", range(0, 9)}});
  }
  EXPECT_THAT(names("pages."), ElementsAre("pages.3.bin"));
}

TEST_F(AddedSweeps, AreRefusedByADamagedStore) {
  add("2026-05-01", {{"http://a.org/x", range(0, 90)}, {"http://a.org/y", range(50, 99)}});
  write("next.jsonl", {{"http://a.org/x", range(0, 80)}});
  for (const std::string& name : names("")) {
    const fs::path path = fs::path(store()) / name;
    if (path.extension() != ".bin") continue;
    const auto middle = static_cast<std::streamoff>(fs::file_size(path) / 2);
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    const int was = file.seekg(middle).get();
    file.seekp(middle).put(static_cast<char>(was ^ 1)).flush();
    const auto refused = add_sweep(options("2026-05-02", "next.jsonl"), quiet_);
    ASSERT_FALSE(refused) << name;
    EXPECT_EQ(refused.error().code, ErrorCode::corrupt) << name;
    EXPECT_THAT(refused.error().message, HasSubstr(name));
    file.seekp(middle).put(static_cast<char>(was)).flush();
  }
  EXPECT_TRUE(add_sweep(options("2026-05-02", "next.jsonl"), quiet_));
}

TEST_F(AddedSweeps, RemoveTheDraftsOfThoseThatWereGivenUp) {
  write("a.jsonl", {{"http://a.org/x", range(0, 9)}});
  stop("2026-05-01", "a.jsonl");
  EXPECT_THAT(names("draft-"), ElementsAre("draft-2026-05-01"));
  ASSERT_TRUE(add_sweep(options("2026-05-02", "a.jsonl"), quiet_));
  EXPECT_THAT(names("draft-"), ElementsAre());
}

TEST_F(AddedSweeps, GoOnWithWhatWasReadThoughTheInputsAreGone) {
  write("a.jsonl", {{"http://a.org/x", range(0, 9)}});
  stop("2026-05-01", "a.jsonl");
  fs::remove(folder_ / "a.jsonl");
  const auto added = add_sweep(options("2026-05-01", "a.jsonl"), quiet_);
  ASSERT_TRUE(added) << added.error().message;
  EXPECT_EQ(added->pages, 1u);
}

TEST_F(AddedSweeps, ReadAgainWhatChangedWhileTheyWereStopped) {
  write("a.jsonl", {{"http://a.org/x", range(0, 9)}});
  stop("2026-05-01", "a.jsonl");
  write("a.jsonl", {{"http://a.org/x", range(0, 9)}, {"http://a.org/y", range(0, 12)}});
  const auto added = add_sweep(options("2026-05-01", "a.jsonl"), quiet_);
  ASSERT_TRUE(added) << added.error().message;
  EXPECT_EQ(added->pages, 2u);
}

TEST_F(AddedSweeps, ReadAgainForAnotherSketch) {
  write("a.jsonl", {{"http://a.org/x", range(0, 900)}});
  ASSERT_TRUE(add_sweep(options("2026-05-01", "a.jsonl"), quiet_));
  const std::uintmax_t whole = size_of(names("sketches").at(0).c_str());
  fs::remove_all(store());
  AddSweepOptions smaller = options("2026-05-01", "a.jsonl");
  smaller.shingling.sketch = "mod:25";
  StopAtMerging stop;
  ASSERT_EQ(add_sweep(smaller, stop).error().code, ErrorCode::cancelled);
  ASSERT_TRUE(add_sweep(options("2026-05-01", "a.jsonl"), quiet_));
  EXPECT_EQ(size_of(names("sketches").at(0).c_str()), whole);
}

TEST_F(AddedSweeps, AreDoneBeforeWhereTheSameInputsAreGivenAgain) {
  write("a.jsonl", {{"http://a.org/x", range(0, 9)}});
  ASSERT_TRUE(add_sweep(options("2026-05-01", "a.jsonl"), quiet_));
  fs::create_directory(fs::path(store()) /
                       "draft-2026-05-01");  // a sweep that was killed leaves this file
  std::ofstream(fs::path(store()) / "draft-2026-05-01/store.json") << "{}";
  std::ofstream(fs::path(store()) / "pages.0.bin") << "of the sweep before";
  const auto again = add_sweep(options("2026-05-01", "a.jsonl"), quiet_);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_TRUE(again->done_before);
  EXPECT_EQ(again->pages, 1u);
  EXPECT_THAT(names("draft-"), ElementsAre());
  EXPECT_THAT(names("pages."), ElementsAre("pages.1.bin"));
  write("a.jsonl", {{"http://a.org/x", range(0, 9)}, {"http://a.org/y", range(0, 12)}});
  const auto other = add_sweep(options("2026-05-01", "a.jsonl"), quiet_);
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("already"));
}

TEST_F(AddedSweeps, DoNotTakeADraftOfOtherInputs) {
  write("a.jsonl", {{"http://a.org/a", range(0, 9)}});
  write("b.jsonl", {{"http://a.org/b", range(0, 9)}, {"http://a.org/c", range(0, 9)}});
  stop("2026-05-01", "a.jsonl");
  ASSERT_TRUE(add_sweep(options("2026-05-01", "b.jsonl"), quiet_));
  EXPECT_TRUE(locate(store(), "http://a.org/b", 0.5));
  EXPECT_FALSE(locate(store(), "http://a.org/a", 0.5));
}

TEST_F(AddedSweeps, AreOfOneFeaturesField) {
  add("2026-05-01", {{"http://a.org/x", range(0, 9)}});
  AddSweepOptions other = options("2026-05-02", "pages.jsonl");
  other.input.features_field = "url";
  const auto added = add_sweep(other, quiet_);
  ASSERT_FALSE(added);
  EXPECT_THAT(added.error().message, HasSubstr("features field 'features'"));
}

TEST_F(AddedSweeps, StoreANameOnce) {
  add("2026-05-01", {{"http://a.org/x", range(0, 9)}});
  const auto before = size_of("names.1.bin");
  add("2026-05-02", {{"http://a.org/x", range(5, 20)}});
  EXPECT_EQ(size_of("names.1.bin"), before);
}

TEST_F(AddedSweeps, NamePagesByUrlElseById) {
  folder_.write("a.jsonl",
                "{\"id\":\"1\",\"url\":\"http://a.org/x\",\"features\":[1,2]}\n"
                "{\"id\":\"two\",\"features\":[3,4]}\n");
  AddSweepOptions o = options("2026-05-01", "a.jsonl");
  o.input.id_field = "id";
  ASSERT_TRUE(add_sweep(o, quiet_));
  EXPECT_TRUE(locate(store(), "http://a.org/x", 0.5));
  EXPECT_TRUE(locate(store(), "two", 0.5));
  EXPECT_FALSE(locate(store(), "1", 0.5));
}

TEST_F(AddedSweeps, TakeTheContentOfTheFirstPageOfAUrl) {
  folder_.write("a.jsonl",
                "{\"url\":\"http://a.org/x\",\"features\":[1,2]}\n"
                "{\"url\":\"http://a.org/x\",\"features\":[3,4]}\n"
                "{\"url\":\"http://a.org/first\",\"features\":[1,2]}\n");
  ASSERT_TRUE(add_sweep(options("2026-05-01", "a.jsonl"), quiet_));
  const auto found = locate(store(), "http://a.org/x", 0.5);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->places.size(), 1u);
  EXPECT_EQ(found->places[0].url, "http://a.org/first");
}

}  // namespace
}  // namespace whorl::internal::sweep
