#include "whorl/dedup.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>

#include "../temp_folder.h"
#include "fingerprints/sketch/shingle_set.h"
#include "input/archives/byte_stream.h"
#include "input/charset/viewable.h"
#include "stop_after.h"
#include "themed.h"
#include "tokens/front_ends.h"
#include "whorl/store.h"

namespace whorl::internal::cluster {
namespace {

namespace fs = std::filesystem;

sketch::ShingleSet shingles_of(const std::string& text) {
  input::Viewable viewable;
  viewable.text = text;
  return sketch::shingle_set(tokens::find_front_end("words")->canonicalize(viewable, "").symbols,
                             3);
}

std::string unpacked(const std::string& path) {
  std::string all;
  auto stream = input::ByteStream::open(path);
  EXPECT_TRUE(stream);
  while (true) {
    auto block = (*stream)->next();
    EXPECT_TRUE(block);
    if (block->empty()) return all;
    all += *block;
  }
}

// Calls a function as each phase begins.
class AtEachPhase final : public Progress {
 public:
  explicit AtEachPhase(std::function<void(std::string_view)> then) : then_(std::move(then)) {}
  void phase(std::string_view name, std::uint64_t) override { then_(name); }
  void advance(std::uint64_t) override {}

 private:
  std::function<void(std::string_view)> then_;
};

class Dedup : public testing::Test {
 protected:
  DedupOptions options(const std::string& input, const std::string& output) const {
    DedupOptions o;
    o.cluster.input.inputs = {folder_.path(input)};
    o.cluster.shingling.shingle = 3;
    o.cluster.shingling.sketch = "all";
    o.cluster.thresholds.linkage = Linkage::survivor;
    o.output = folder_.path(output);
    return o;
  }

  test::TempFolder folder_{"dedup"};
  NoProgress quiet_;
};

TEST_F(Dedup, WritesTheSurvivorsByteByByteAndSaysWhyTheOthersWent) {
  const auto lines = test::themed_lines(200, 7, "d");
  folder_.write("in.jsonl", test::joined(lines));
  const auto summary = dedup(options("in.jsonl", "kept.jsonl"), quiet_);
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_EQ(summary->documents, 200u);
  EXPECT_EQ(summary->kept + summary->left_out(), 200u);
  EXPECT_GT(summary->similar, 10u);

  std::map<std::string, nlohmann::json> removed;
  for (const auto& entry : folder_.read_lines("kept.removed.jsonl")) removed[entry["id"]] = entry;
  EXPECT_EQ(removed.size(), summary->left_out());
  std::string expected;
  std::map<std::string, sketch::ShingleSet> sets;
  for (const auto& line : lines) {
    const auto record = nlohmann::json::parse(line);
    sets[record["id"]] = shingles_of(record["text"]);
    if (!removed.contains(record["id"])) expected += line + "\n";
  }
  EXPECT_EQ(folder_.read("kept.jsonl"), expected);
  for (const auto& [id, entry] : removed) {
    const std::string survivor = entry["survivor"];
    EXPECT_FALSE(removed.contains(survivor)) << id;
    const sketch::Overlap seen = sketch::overlap(sets[id], sets[survivor]);
    const auto both = static_cast<double>(seen.both);
    EXPECT_DOUBLE_EQ(entry["resemblance"].get<double>(),
                     both / static_cast<double>(seen.a + seen.b - seen.both));
    EXPECT_DOUBLE_EQ(entry["contained"].get<double>(), both / static_cast<double>(seen.a));
    EXPECT_GE(entry["resemblance"].get<double>(), 0.5);
  }
  // No two kept documents are similar.
  for (auto a = sets.begin(); a != sets.end(); ++a) {
    for (auto b = std::next(a); b != sets.end(); ++b) {
      if (removed.contains(a->first) || removed.contains(b->first)) continue;
      const sketch::Overlap seen = sketch::overlap(a->second, b->second);
      EXPECT_LT(2 * seen.both, seen.a + seen.b - seen.both) << a->first << ", " << b->first;
    }
  }
  EXPECT_FALSE(std::filesystem::exists(folder_.path("kept.jsonl.store")));
}

TEST_F(Dedup, PacksByTheNameOfTheOutput) {
  folder_.write("in.jsonl", test::joined(test::themed_lines(60, 3, "d")));
  ASSERT_TRUE(dedup(options("in.jsonl", "kept.jsonl"), quiet_));
  for (const std::string ending : {".gz", ".zst", ".bz2", ".xz"}) {
    ASSERT_TRUE(dedup(options("in.jsonl", "kept.jsonl" + ending), quiet_));
    EXPECT_EQ(unpacked(folder_.path("kept.jsonl" + ending)), folder_.read("kept.jsonl"));
    EXPECT_NE(folder_.read("kept.jsonl" + ending), folder_.read("kept.jsonl"));
    EXPECT_EQ(unpacked(folder_.path("kept.removed.jsonl" + ending)),
              folder_.read("kept.removed.jsonl"));
  }
}

TEST_F(Dedup, AnnotatesEveryLineAndLeavesTheRestOfItAlone) {
  const auto lines = test::themed_lines(80, 5, "d");
  folder_.write("in.jsonl", test::joined(lines));
  DedupOptions o = options("in.jsonl", "all.jsonl");
  const auto summary = dedup(o, quiet_);
  const auto removed = folder_.read_lines("all.removed.jsonl");
  o.annotate = true;
  ASSERT_TRUE(dedup(o, quiet_));
  const auto annotated = folder_.read_lines("all.jsonl");
  ASSERT_EQ(annotated.size(), lines.size());
  std::size_t kept = 0;
  std::size_t at = 0;
  std::map<std::int64_t, std::uint64_t> sizes;
  for (const auto& line : annotated) {
    const auto& verdict = line["whorl"];
    if (!verdict["cluster"].is_null()) ++sizes[verdict["cluster"]];
    if (verdict["kept"]) {
      ++kept;
      continue;
    }
    EXPECT_EQ(verdict["survivor"], removed[at]["survivor"]);
    EXPECT_EQ(verdict["resemblance"], removed[at++]["resemblance"]);
  }
  EXPECT_EQ(kept, summary->kept);
  for (const auto& line : annotated) {
    const auto& verdict = line["whorl"];
    EXPECT_EQ(verdict["size"], verdict["cluster"].is_null() ? 1 : sizes[verdict["cluster"]]);
  }
  std::istringstream written(folder_.read("all.jsonl"));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string line;
    std::getline(written, line);
    const std::string start = lines[i].substr(0, lines[i].size() - 1);
    EXPECT_TRUE(line.starts_with(start + ",\"whorl\":{\"kept\":")) << line;
    EXPECT_TRUE(line.ends_with("}}"));
  }
}

TEST_F(Dedup, ListsWhatCannotBeRead) {
  folder_.write("in.jsonl", "{\"id\":\"a\",\"text\":\"one\"}\nnot json\n{\"id\":\"b\"}\n");
  const auto summary = dedup(options("in.jsonl", "kept.jsonl"), quiet_);
  ASSERT_TRUE(summary);
  EXPECT_EQ(folder_.read("kept.jsonl"), "{\"id\":\"a\",\"text\":\"one\"}\n");
  const auto removed = folder_.read_lines("kept.removed.jsonl");
  ASSERT_EQ(removed.size(), 2u);
  EXPECT_EQ(removed[0]["id"], folder_.path("in.jsonl") + ":2");
  EXPECT_EQ(removed[0]["reason"], "unreadable");
}

// Calls `at_once` when the kept documents begin to be written.
class AsWritingBegins final : public Progress {
 public:
  explicit AsWritingBegins(std::function<void()> at_once) : at_once_(std::move(at_once)) {}
  void phase(std::string_view name, std::uint64_t) override {
    if (name == "writing") at_once_();
  }
  void advance(std::uint64_t) override {}

 private:
  std::function<void()> at_once_;
};

TEST_F(Dedup, KeepsNoLineThatIsAnotherThanTheOneThatWasLookedAt) {
  const auto line = [](const char* text) {
    return std::string("{\"id\":\"a\",\"text\":\"") + text + "\"}\n";
  };
  folder_.write("in.jsonl", line("one two three"));
  AsWritingBegins change([&] { folder_.write("in.jsonl", line("one two seven")); });
  const auto summary = dedup(options("in.jsonl", "kept.jsonl"), change);
  ASSERT_FALSE(summary);
  EXPECT_NE(summary.error().message.find("the second reading of the inputs gave other bytes"),
            std::string::npos)
      << summary.error().message;
}

TEST_F(Dedup, ListsNothingAsUnreadableThatWasReadOtherwise) {
  folder_.write("rows.csv", "id,text\n1,one two three\n2,four five six\n");
  ASSERT_TRUE(dedup(options("rows.csv", "kept.txt"), quiet_));
  EXPECT_EQ(folder_.read("kept.removed.jsonl"), "");
}

TEST_F(Dedup, NamesTheFilesOfAFolder) {
  std::filesystem::create_directories(folder_.path("docs"));
  folder_.write("docs/a.txt", "one two three four five six");
  folder_.write("docs/b.txt", "one two three four five six");
  folder_.write("docs/c.txt", "seven eight nine ten eleven twelve");
  ASSERT_TRUE(dedup(options("docs", "kept.txt"), quiet_));
  EXPECT_EQ(folder_.read("kept.txt"), "a.txt\nc.txt\n");
  ASSERT_TRUE(dedup(options("docs", "kept.jsonl"), quiet_));
  EXPECT_EQ(folder_.read("kept.jsonl"), "{\"id\":\"a.txt\"}\n{\"id\":\"c.txt\"}\n");
}

TEST_F(Dedup, LeavesOutWhatAStoreHoldsAndNothingElse) {
  const auto theirs = test::themed_lines(60, 11, "b");
  const auto ours = test::themed_lines(150, 12, "a");
  folder_.write("b.jsonl", test::joined(theirs));
  folder_.write("a.jsonl", test::joined(ours));
  ClusterOptions stored = options("b.jsonl", "").cluster;
  stored.store = folder_.path("store");
  ASSERT_TRUE(whorl::cluster(stored, quiet_));

  DedupOptions o = options("a.jsonl", "clean.jsonl");
  o.cluster.shingling.shingle = ShingleMethod{}.shingle;  // the store's is taken
  o.cluster.shingling.sketch = ShingleMethod{}.sketch;
  o.cluster.thresholds.containment = 0.9;
  o.against = {stored.store};
  const auto summary = dedup(o, quiet_);
  ASSERT_TRUE(summary) << summary.error().message;

  std::map<std::string, sketch::ShingleSet> sets;
  for (const auto& list : {theirs, ours}) {
    for (const auto& line : list) {
      const auto record = nlohmann::json::parse(line);
      sets[record["id"]] = shingles_of(record["text"]);
    }
  }
  std::map<std::string, nlohmann::json> removed;
  for (const auto& entry : folder_.read_lines("clean.removed.jsonl")) removed[entry["id"]] = entry;
  EXPECT_EQ(summary->documents, ours.size());
  EXPECT_GT(removed.size(), 20u);
  EXPECT_LT(removed.size(), ours.size());
  for (std::size_t a = 0; a < ours.size(); ++a) {
    const std::string id = "a" + std::to_string(a);
    bool held = false;
    double best = 0;
    for (std::size_t b = 0; b < theirs.size(); ++b) {
      const sketch::Overlap seen = sketch::overlap(sets[id], sets["b" + std::to_string(b)]);
      const auto both = static_cast<double>(seen.both);
      const double resemblance = both / static_cast<double>(seen.a + seen.b - seen.both);
      const bool alike = resemblance >= 0.5 || both >= 0.9 * static_cast<double>(seen.a) ||
                         both >= 0.9 * static_cast<double>(seen.b);
      if (alike) best = std::max(best, resemblance);
      held = held || alike;
    }
    ASSERT_EQ(held, removed.contains(id)) << id;
    if (!held) continue;
    EXPECT_EQ(removed[id]["survivor"].get<std::string>().front(), 'b');
    EXPECT_DOUBLE_EQ(removed[id]["resemblance"].get<double>(), best) << id;
  }
}

// Of equally similar stored documents, the one that contains more of it is named, then the first.
TEST_F(Dedup, NamesTheStoredDocumentThatIsMostLikeIt) {
  const auto with = [](const std::string& id, std::vector<std::string> tags) {
    return nlohmann::json{{"id", id}, {"tags", tags}}.dump();
  };
  folder_.write("b.jsonl", test::joined({with("half", {"a", "b", "c", "d", "e"}),
                                         with("more", {"a", "b", "c", "d", "e", "f", "x", "y"}),
                                         with("first", {"p", "q", "r", "s", "1"}),
                                         with("second", {"p", "q", "r", "s", "2"})}));
  folder_.write("a.jsonl",
                test::joined({with("ten", {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}),
                              with("four", {"p", "q", "r", "s", "3"})}));
  ClusterOptions stored = options("b.jsonl", "").cluster;
  stored.input.features_field = "tags";
  stored.store = folder_.path("store");
  ASSERT_TRUE(whorl::cluster(stored, quiet_));
  DedupOptions o = options("a.jsonl", "clean.jsonl");
  o.cluster.input.features_field = "tags";
  o.against = {stored.store};
  const auto summary = dedup(o, quiet_);
  ASSERT_TRUE(summary) << summary.error().message;
  std::map<std::string, std::string> survivors;
  for (const auto& entry : folder_.read_lines("clean.removed.jsonl")) {
    survivors[entry["id"]] = entry["survivor"];
  }
  EXPECT_EQ(survivors["ten"], "more");
  EXPECT_EQ(survivors["four"], "first");
}

TEST_F(Dedup, SaysNothingOfWhatTheStoreSkipped) {
  folder_.write("b.jsonl", "{\"id\":\"b\",\"text\":\"one two three four\"}\nno JSON\n");
  folder_.write("a.jsonl", "{\"id\":\"a\",\"text\":\"five six seven eight\"}\n");
  ClusterOptions stored = options("b.jsonl", "").cluster;
  stored.store = folder_.path("store");
  EXPECT_EQ(whorl::cluster(stored, quiet_)->skipped.size(), 1u);
  DedupOptions o = options("a.jsonl", "clean.jsonl");
  o.against = {stored.store};
  const auto summary = dedup(o, quiet_);
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_TRUE(summary->found.skipped.empty());
}

TEST_F(Dedup, GoesOnWhereItsWorkWasHalfRemoved) {
  folder_.write("in.jsonl", test::joined(test::themed_lines(2000, 7, "d")));
  ASSERT_TRUE(dedup(options("in.jsonl", "whole.jsonl"), quiet_));
  const fs::path work = folder_ / "kept.jsonl.store";
  for (const char* gone : {"names.1.bin", "sketches.1.bin", "inputs.1.bin"}) {
    test::StopAfter soon(1000);
    EXPECT_FALSE(dedup(options("in.jsonl", "kept.jsonl"), soon));
    EXPECT_TRUE(fs::remove(work / "store.next.json"));
    EXPECT_TRUE(fs::remove(work / gone));
    const auto again = dedup(options("in.jsonl", "kept.jsonl"), quiet_);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(folder_.read("kept.jsonl"), folder_.read("whole.jsonl"));
    EXPECT_FALSE(fs::exists(work));
    fs::remove(folder_ / "kept.jsonl");
  }
}

TEST_F(Dedup, SaysWhereTheWorkOfAStoppedRunLiesThatWasAskedOtherwise) {
  folder_.write("in.jsonl", test::joined(test::themed_lines(2000, 7, "d")));
  const auto stop = [&](DedupOptions o) {
    test::StopAfter soon(1000);
    EXPECT_FALSE(dedup(o, soon));
    o.cluster.thresholds.resemblance = 0.9;
    return dedup(o, quiet_).error().message;
  };
  const DedupOptions o = options("in.jsonl", "kept.jsonl");
  const std::string work = folder_.path("kept.jsonl.store");
  EXPECT_EQ(stop(o), work +
                         ": belongs to an interrupted dedup and was made with "
                         "resemblance = 0.5, not 0.9: run the same command to continue "
                         "it, or remove that folder to start over");
  EXPECT_TRUE(dedup(o, quiet_));

  DedupOptions named = o;
  named.cluster.store = folder_.path("named");
  EXPECT_EQ(stop(named), named.cluster.store +
                             ": was made with resemblance = 0.5, not 0.9: use the same "
                             "settings, or name another directory");
}

TEST_F(Dedup, RefusesAnOutputThatAnotherRunIsWriting) {
  folder_.write("in.jsonl", test::joined(test::themed_lines(200, 7, "d")));
  ASSERT_TRUE(dedup(options("in.jsonl", "whole.jsonl"), quiet_));
  const DedupOptions o = options("in.jsonl", "kept.jsonl");
  std::set<std::string, std::less<>> phases;
  AtEachPhase with_another([&](std::string_view phase) {
    phases.emplace(phase);
    const auto refused = dedup(o, quiet_);
    ASSERT_FALSE(refused) << phase;
    EXPECT_EQ(refused.error().message, o.output + ": another whorl process writes to this output");
  });
  const auto done = dedup(o, with_another);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_TRUE(phases.contains("reading documents"));
  EXPECT_TRUE(phases.contains("writing"));
  EXPECT_EQ(folder_.read("kept.jsonl"), folder_.read("whole.jsonl"));
  EXPECT_EQ(folder_.read("kept.removed.jsonl"), folder_.read("whole.removed.jsonl"));
  EXPECT_FALSE(fs::exists(folder_ / "kept.jsonl.store"));
  EXPECT_TRUE(dedup(o, quiet_));
}

TEST_F(Dedup, RefusesAStoreThatAnotherRunIsWritingFrom) {
  folder_.write("in.jsonl", test::joined(test::themed_lines(200, 7, "d")));
  DedupOptions o = options("in.jsonl", "kept.jsonl");
  o.cluster.store = folder_.path("store");
  AtEachPhase with_another([&](std::string_view phase) {
    DedupOptions elsewhere = o;
    elsewhere.output = folder_.path("other.jsonl");
    const auto refused = dedup(elsewhere, quiet_);
    ASSERT_FALSE(refused) << phase;
    EXPECT_EQ(refused.error().message,
              o.cluster.store + ": another whorl process writes to this store");
  });
  ASSERT_TRUE(dedup(o, with_another));
  EXPECT_FALSE(fs::exists(folder_ / "other.jsonl"));
  EXPECT_TRUE(dedup(o, quiet_));
}

TEST_F(Dedup, ListsClustersInAStoreThatIsKept) {
  folder_.write("in.jsonl", test::joined(test::themed_lines(200, 7, "d")));
  DedupOptions o = options("in.jsonl", "kept.jsonl");
  for (const std::string store : {"", "store"}) {
    if (!store.empty()) o.cluster.store = folder_.path(store);
    const fs::path work = store.empty() ? o.output + ".store" : o.cluster.store;
    bool listed = store.empty();
    AtEachPhase watching([&](std::string_view phase) {
      if (phase == "writing") listed = fs::exists(work / "clusters.jsonl");
    });
    ASSERT_TRUE(dedup(o, watching));
    EXPECT_EQ(listed, !store.empty());
  }
}

TEST_F(Dedup, MakesAnIndexOnlyWhereMemoryDoesNotHoldTheSketchesAndFindsTheSame) {
  folder_.write("in.jsonl", test::joined(test::themed_lines(2000, 7, "d")));
  std::map<std::uint64_t, std::vector<std::string>> phases;  // by memory
  for (const std::uint64_t memory : {1u << 30, 2u << 20}) {
    DedupOptions o = options("in.jsonl", "kept." + std::to_string(memory));
    o.removed = folder_.path("removed." + std::to_string(memory));
    o.cluster.limits.memory = memory;
    AtEachPhase watching([&](std::string_view phase) { phases[memory].emplace_back(phase); });
    const auto done = dedup(o, watching);
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_GT(done->similar, 100u);
  }
  const auto& [little, enough] = std::pair(phases[2u << 20], phases[1u << 30]);
  EXPECT_EQ(std::ranges::count(enough, "writing the index"), 0);
  const auto made = std::ranges::find(little, "writing the index");
  ASSERT_NE(made, little.end());
  EXPECT_EQ(*std::next(made), "finding pairs");
  for (const std::string list : {"kept.", "removed."}) {
    EXPECT_EQ(folder_.read(list + std::to_string(2u << 20)),
              folder_.read(list + std::to_string(1u << 30)));
  }
}

TEST_F(Dedup, LeavesNothingToBeAskedWhileItWrites) {
  folder_.write("in.jsonl", test::joined(test::themed_lines(200, 7, "d")));
  const DedupOptions o = options("in.jsonl", "kept.jsonl");
  std::string refused;
  AtEachPhase asking([&](std::string_view phase) {
    if (phase != "writing") return;
    const auto reader = StoreReader::open(o.output + ".store");
    if (!reader) refused = reader.error().message;
  });
  ASSERT_TRUE(dedup(o, asking));
  EXPECT_EQ(refused, o.output +
                         ".store: belongs to a dedup: wait until it ends; if it was interrupted, "
                         "run its command again or remove that folder");
}

TEST_F(Dedup, RefusesInputsThatChangedBetweenTheReadings) {
  folder_.write("in.jsonl", "{\"id\":\"a\",\"text\":\"one two three four\"}\n");
  DedupOptions o = options("in.jsonl", "kept.jsonl");
  o.cluster.store = folder_.path("work");
  ASSERT_TRUE(dedup(o, quiet_));
  folder_.write("in.jsonl", "{\"id\":\"a\",\"text\":\"one two three five\"}\n");
  const auto refused = dedup(o, quiet_);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("changed"), std::string::npos);
  EXPECT_NE(refused.error().message.find(o.cluster.store), std::string::npos);
}

}  // namespace
}  // namespace whorl::internal::cluster
