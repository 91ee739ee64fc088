// Three dated sweeps of a small web with planted moves, edits, deaths and returns, so that every
// number is known.
#include "whorl/sweep.h"
#include "jobs/collection/sweep/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "../temp_folder.h"

namespace whorl::internal::sweep {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// 300 words about a topic; from `changed` on the words are of another edition.
std::string text(const std::string& topic, int changed = 300, int edition = 0) {
  std::string out;
  for (int i = 0; i < 300; ++i) {
    out += topic + std::to_string(i < changed ? i : i + 1000 * edition) + " ";
  }
  return out;
}

using Pages = std::map<std::string, std::string>;  // by URL

class Sweeps : public testing::Test {
 protected:
  std::string store() const { return (folder_ / "web").string(); }

  AddSweepOptions reading(const Pages& pages) const {
    std::vector<std::string> lines;
    for (const auto& [url, content] : pages) {
      lines.push_back(nlohmann::json{{"url", url}, {"text", content}}.dump());
    }
    if (backwards_) std::reverse(lines.begin(), lines.end());
    std::ofstream file(folder_ / "pages.jsonl");
    for (const std::string& line : lines) file << line << "\n";
    file.close();
    AddSweepOptions options;
    options.store = store();
    options.input.inputs = {(folder_ / "pages.jsonl").string()};
    options.shingling.sketch = "all";
    if (backwards_) options.limits.threads = 1;
    if (backwards_) options.limits.memory = 1 << 16;
    return options;
  }

  SweepSummary add(const std::string& date, const Pages& pages) {
    AddSweepOptions options = reading(pages);
    options.date = date;
    auto added = add_sweep(options, quiet_);
    EXPECT_TRUE(added) << added.error().message;
    return added ? *added : SweepSummary();
  }

  // The sweeps for the tests of drift and locate.
  void add_three() {
    add("2026-05-01", {{"http://a.org/still", text("still")},
                       {"http://a.org/edited", text("edited")},
                       {"http://a.org/rewritten", text("rewritten")},
                       {"http://a.org/old", text("within")},
                       {"http://a.org/left", text("between")},
                       {"http://a.org/edited-and-left", text("both")},
                       {"http://a.org/dead", text("dead")},
                       {"http://a.org/pausing", text("pausing")},
                       {"http://a.org/short", "three short words"}});
    add("2026-05-11", {{"http://a.org/still", text("still")},
                       {"http://a.org/edited", text("edited", 270, 1)},
                       {"http://a.org/rewritten", text("anew")},
                       {"http://a.org/new", text("within")},
                       {"http://b.org/here", text("between")},
                       {"http://b.org/both", text("both", 270, 1)},
                       {"http://a.org/born", text("born")},
                       {"http://a.org/short", "three other words"}});
    add("2026-05-31", {{"http://a.org/still", text("still")},
                       {"http://a.org/edited", text("edited", 270, 1)},
                       {"http://a.org/rewritten", text("anew")},
                       {"http://A.org/newer", text("within", 240, 2)},
                       {"http://b.org/here", text("between")},
                       {"http://b.org/both", text("both", 240, 2)},
                       {"http://a.org/pausing", text("pausing")},
                       {"http://a.org/short", "three other words"}});
  }

  test::TempFolder folder_{"sweep"};
  NoProgress quiet_;
  bool backwards_ = false;  // also on one thread, in little memory
};

TEST_F(Sweeps, CountsWhatHardlyChangedInTheLastBin) {
  add("2026-05-01", {{"http://a.org/page", text("page")}});
  add("2026-05-11", {{"http://a.org/page", text("page", 298, 1)}});
  const auto found = drift(store(), 0.5, quiet_);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->total.resemblance[9], 1u);
}

TEST_F(Sweeps, CountsWhatBecameOfEveryPage) {
  add_three();
  const auto found = drift(store(), 0.5, quiet_);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->dates, (std::vector<std::string>{"2026-05-01", "2026-05-11", "2026-05-31"}));
  EXPECT_EQ(found->pages, (std::vector<std::uint64_t>{9, 8, 8}));
  ASSERT_EQ(found->steps.size(), 2u);

  const DriftCounts& first = found->steps[0].counts;
  EXPECT_EQ(first.unchanged, 1u);      // still
  EXPECT_EQ(first.changed, 3u);        // edited, rewritten, short
  EXPECT_EQ(first.moved_within, 1u);   // old to new
  EXPECT_EQ(first.moved_between, 2u);  // left to here, edited-and-left to both
  EXPECT_EQ(first.died, 2u);           // dead, pausing
  EXPECT_EQ(first.appeared, 1u);       // born
  EXPECT_EQ(first.returned, 0u);
  EXPECT_EQ(first.too_short, 1u);
  EXPECT_EQ(first.resemblance[0], 1u);  // rewritten
  EXPECT_EQ(first.resemblance[8], 1u);  // 261 of 321 shingles of ten words

  const DriftCounts& second = found->steps[1].counts;
  EXPECT_EQ(second.unchanged, 5u);     // still, edited, rewritten, here, short
  EXPECT_EQ(second.changed, 1u);       // both
  EXPECT_EQ(second.moved_within, 1u);  // new to newer
  EXPECT_EQ(second.moved_between, 0u);
  EXPECT_EQ(second.died, 1u);            // born
  EXPECT_EQ(second.appeared, 0u);        //
  EXPECT_EQ(second.returned, 1u);        // pausing
  EXPECT_EQ(second.resemblance[6], 1u);  // 231 of 351

  EXPECT_EQ(found->total.changed, 4u);
  ASSERT_EQ(found->hosts.size(), 2u);
  EXPECT_EQ(found->hosts[0].host, "a.org");
  EXPECT_EQ(found->hosts[0].pages, 6u);
  EXPECT_EQ(found->hosts[0].counts.moved_between, 2u);
  EXPECT_EQ(found->hosts[0].counts.died, 3u);
  EXPECT_EQ(found->hosts[1].host, "b.org");
  EXPECT_EQ(found->hosts[1].moved_in, 2u);
  EXPECT_EQ(found->hosts[1].counts.appeared, 0u);

  // old, left, edited-and-left and dead lasted one sweep; new and born lasted one, but began later.
  EXPECT_EQ(found->gone.urls, 6u);
  EXPECT_EQ(found->gone.mean_days, 0);
  // still, edited, rewritten, pausing and short lived 30 days, here and both 20, newer none.
  EXPECT_EQ(found->living.urls, 8u);
  EXPECT_EQ(found->living.mean_days, (5 * 30 + 2 * 20) / 8.0);
  EXPECT_EQ(found->living.median_days, 30);
}

TEST_F(Sweeps, FindWhereTheContentOfADeadUrlIsNow) {
  add_three();
  // Via new, whose content was edited when it moved on.
  const auto old = locate(store(), "http://a.org/old", 0.5);
  ASSERT_TRUE(old) << old.error().message;
  EXPECT_FALSE(old->living);
  EXPECT_EQ(old->first_seen, "2026-05-01");
  EXPECT_EQ(old->last_seen, "2026-05-01");
  ASSERT_EQ(old->places.size(), 2u);
  EXPECT_EQ(old->places[0].url, "http://A.org/newer");
  EXPECT_TRUE(old->places[0].living);
  EXPECT_EQ(old->places[0].first_seen, "2026-05-31");
  EXPECT_NEAR(old->places[0].resemblance.value, 231.0 / 351.0, 1e-9);
  EXPECT_EQ(old->places[1].url, "http://a.org/new");
  EXPECT_FALSE(old->places[1].living);
  EXPECT_EQ(old->places[1].resemblance.value, 1);

  const auto left = locate(store(), "http://a.org/left", 0.5);
  ASSERT_TRUE(left);
  ASSERT_EQ(left->places.size(), 1u);
  EXPECT_EQ(left->places[0].url, "http://b.org/here");
  EXPECT_EQ(left->places[0].last_seen, "2026-05-31");

  const auto dead = locate(store(), "http://a.org/dead", 0.5);
  ASSERT_TRUE(dead);
  EXPECT_FALSE(dead->living);
  EXPECT_EQ(dead->places.size(), 0u);

  const auto still = locate(store(), "http://a.org/still", 0.5);
  ASSERT_TRUE(still);
  EXPECT_TRUE(still->living);
  EXPECT_EQ(locate(store(), "http://a.org/never", 0.5).error().code, ErrorCode::not_found);
}

TEST_F(Sweeps, LooksAtEarlierContentWhereTheLastIsNowhere) {
  add("2026-05-01", {{"http://a.org/x", text("x")}});
  add("2026-05-02", {{"http://a.org/x", text("parked")}});
  add("2026-05-03", {{"http://c.org/x", text("x")}});
  const auto found = locate(store(), "http://a.org/x", 0.5);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->content_of, "2026-05-01");
  ASSERT_EQ(found->places.size(), 1u);
  EXPECT_EQ(found->places[0].url, "http://c.org/x");
}

TEST_F(Sweeps, FollowsShortPagesByTheirText) {
  add("2026-05-01", {{"http://a.org/x", "so short"}, {"http://a.org/empty", ""}});
  add("2026-05-02", {{"http://a.org/y", "So short!"}, {"http://a.org/void", ""}});
  EXPECT_EQ(locate(store(), "http://a.org/x", 0.5)->places.front().url, "http://a.org/y");
  EXPECT_EQ(locate(store(), "http://a.org/empty", 0.5)->places.size(), 0u);
  const auto found = drift(store(), 0.5, quiet_);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->total.moved_within, 1u);
  EXPECT_EQ(found->total.died, 1u);
}

TEST_F(Sweeps, PairThousandsOfEqualPagesOneByOne) {
  Pages before;
  Pages after;
  for (int i = 0; i < 3000; ++i) {
    before["http://a.org/before/" + std::to_string(i)] = text("same");
    after["http://" + std::string(i < 1000 ? "a" : "b") + ".org/" + std::to_string(i)] =
        text("same");
  }
  add("2026-05-01", before);
  add("2026-05-02", after);
  const auto found = drift(store(), 0.5, quiet_);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->total.moved_within, 1000u);
  EXPECT_EQ(found->total.moved_between, 2000u);
  EXPECT_EQ(found->total.appeared + found->total.died, 0u);
}

TEST_F(Sweeps, AddNoBytesForAPageThatDidNotChange) {
  Pages pages;
  for (int i = 0; i < 1000; ++i) {
    pages["http://a.org/" + std::to_string(i)] = text("page" + std::to_string(i));
  }
  const auto first = add("2026-05-01", pages);
  EXPECT_EQ(first.pages, 1000u);
  EXPECT_EQ(first.appeared, 1000u);
  EXPECT_GT(first.bytes_added, 1'000'000u);
  const auto second = add("2026-05-02", pages);
  EXPECT_EQ(second.unchanged, 1000u);
  EXPECT_LT(second.bytes_added, 1000u);
  pages["http://a.org/7"] = text("other");
  pages.erase("http://a.org/8");
  const auto third = add("2026-05-03", pages);
  EXPECT_EQ(third.changed, 1u);
  EXPECT_EQ(third.gone, 1u);
  EXPECT_EQ(third.unchanged, 998u);
}

TEST_F(Sweeps, AreAddedInOrderOfDateByOneMethod) {
  add("2026-05-02", {{"http://a.org/x", text("x")}});
  const auto code = [&](const std::string& date, AddSweepOptions options) {
    options.date = date;
    const auto added = add_sweep(options, quiet_);
    return added ? std::string() : added.error().message;
  };
  AddSweepOptions options = reading({{"http://a.org/x", text("x")}});
  EXPECT_THAT(code("2026-05-02", options), HasSubstr("2026-05-02 already"));
  EXPECT_THAT(code("2026-05-01", options), HasSubstr("in the order of their dates"));
  for (const char* wrong : {"yesterday", "2026-02-30", "2026-5-1", ""}) {
    EXPECT_THAT(code(wrong, options), HasSubstr("is not the date")) << wrong;
  }
  options.shingling.shingle = 4;
  EXPECT_THAT(code("2026-05-03", options), HasSubstr("shingle 10"));
}

TEST_F(Sweeps, TakeTheFirstOfPagesOfOneUrl) {
  AddSweepOptions options = reading({});
  std::ofstream(folder_ / "pages.jsonl")
      << nlohmann::json{{"url", "http://a.org/x"}, {"text", text("first")}}.dump() << "\n"
      << nlohmann::json{{"url", "http://a.org/x"}, {"text", text("second")}}.dump() << "\n"
      << "no json\n";
  options.date = "2026-05-01";
  const auto added = add_sweep(options, quiet_);
  ASSERT_TRUE(added);
  EXPECT_EQ(added->pages, 1u);
  EXPECT_EQ(added->skipped.size(), 2u);
}

class StopAtOnce final : public Progress {
 public:
  void phase(std::string_view, std::uint64_t) override {}
  void advance(std::uint64_t) override {}
  bool cancelled() const override { return true; }
};

TEST_F(Sweeps, AStoppedSweepLeavesTheStoreAsItWasAndGoesOn) {
  add("2026-05-01", {{"http://a.org/x", text("x")}});
  AddSweepOptions options = reading({{"http://b.org/x", text("x")}});
  options.date = "2026-05-02";
  StopAtOnce stop;
  EXPECT_EQ(add_sweep(options, stop).error().code, ErrorCode::cancelled);
  EXPECT_TRUE(locate(store(), "http://a.org/x", 0.5)->living);
  // A killed run may leave bytes behind the ends that the store records.
  for (const char* file : {"versions.1.bin", "names.1.bin", "sketches.1.bin"}) {
    std::ofstream(fs::path(store()) / file, std::ios::app) << "left over";
  }
  EXPECT_TRUE(locate(store(), "http://a.org/x", 0.5)->living);
  ASSERT_TRUE(add_sweep(options, quiet_));
  EXPECT_EQ(locate(store(), "http://a.org/x", 0.5)->places.front().url, "http://b.org/x");
  for (const auto& entry : fs::directory_iterator(store())) {
    EXPECT_THAT(entry.path().filename().string(), testing::Not(HasSubstr("draft")));
  }
}

TEST_F(Sweeps, DamageIsSeenWhenAStoreIsOpened) {
  add_three();
  for (const char* file :
       {"pages.3.bin", "versions.1.bin", "index-0.1.bin", "sketches.1.bin", "names.1.bin"}) {
    const fs::path path = fs::path(store()) / file;
    std::fstream bytes(path, std::ios::in | std::ios::out | std::ios::binary);
    const auto middle = static_cast<std::streamoff>(fs::file_size(path) / 2);
    bytes.seekg(middle);
    const int was = bytes.get();
    bytes.seekp(middle).put(static_cast<char>(was ^ 1));
    bytes.flush();
    std::string why = "nothing";
    for (const char* url : {"http://a.org/old", "http://a.org/left", "http://a.org/edited",
                            "http://a.org/dead", "http://b.org/both", "http://a.org/pausing"}) {
      const auto found = locate(store(), url, 0.5);
      if (!found) why = found.error().message;
    }
    if (const auto all = drift(store(), 0.5, quiet_); !all) why = all.error().message;
    EXPECT_NE(why, "nothing") << file;
    bytes.seekp(middle).put(static_cast<char>(was));
  }
  std::ofstream(fs::path(store()) / "sweeps.json") << "{\"format\":3}";
  EXPECT_EQ(locate(store(), "http://a.org/old", 0.5).error().code, ErrorCode::unsupported);
  std::ofstream(fs::path(store()) / "sweeps.json") << "{\"format\":2}";
  EXPECT_EQ(locate(store(), "http://a.org/old", 0.5).error().code, ErrorCode::corrupt);
  EXPECT_EQ(drift((folder_ / "none").string(), 0.5, quiet_).error().code, ErrorCode::not_found);
}

TEST_F(Sweeps, ShowTheSameAsJsonAndAsAPlot) {
  add_three();
  const auto found = drift(store(), 0.5, quiet_);
  ASSERT_TRUE(found);
  const auto json = nlohmann::json::parse(drift_json(*found));
  EXPECT_EQ(json.at("steps").at(0).at("moved_between_hosts"), 2);
  EXPECT_EQ(json.at("steps").at(1).at("resemblance_of_changed").at(6), 1);
  EXPECT_EQ(json.at("hosts").size(), 2u);
  EXPECT_THAT(drift_svg(*found), HasSubstr("2026-05-01 to 2026-05-11: 2 moved to another host"));
  const auto place = nlohmann::json::parse(located_json(*locate(store(), "http://a.org/old", 0.5)));
  EXPECT_EQ(place.at("places").at(0).at("url"), "http://A.org/newer");
}

TEST_F(Sweeps, DoNotDependOnOrderThreadsOrMemory) {
  add_three();
  const auto contents = [&](const char* name) {
    const auto manifest = internal::sweep::load(internal::base::FileSystem::real(), store());
    const internal::store::StoreFiles files(internal::base::FileSystem::real(), store(),
                                            (*manifest)->files);
    auto file = files.read(name);
    EXPECT_TRUE(file) << file.error().message;
    std::string bytes((*file)->size(), '\0');
    EXPECT_TRUE((*file)->read(0, std::as_writable_bytes(std::span(bytes))));
    return bytes;
  };
  constexpr const char* kFiles[] = {"pages.bin", "names.bin", "sketches.bin", "index-2.bin"};
  std::vector<std::string> forwards;
  for (const char* file : kFiles) forwards.push_back(contents(file));
  fs::remove_all(store());
  backwards_ = true;
  add_three();
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(contents(kFiles[i]), forwards[i]) << kFiles[i];
}

}  // namespace
}  // namespace whorl::internal::sweep
