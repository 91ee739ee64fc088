// The whole job over files on disk: exactness, stopping and going on, thresholds.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "../store_contents.h"
#include "../temp_folder.h"
#include "fingerprints/sketch/shingle_set.h"
#include "input/charset/viewable.h"
#include "stop_after.h"
#include "themed.h"
#include "tokens/front_ends.h"
#include "whorl/cluster.h"

namespace whorl::internal::cluster {
namespace {

namespace fs = std::filesystem;

class ClusterJob : public testing::Test {
 protected:
  std::vector<std::string> write_collection(std::size_t documents) {
    const auto texts = test::themed_texts(documents, 7);
    std::ofstream lines(folder_ / "pages.jsonl");
    for (std::size_t d = 0; d < texts.size(); ++d) {
      lines << nlohmann::json{{"id", "d" + std::to_string(d)}, {"text", texts[d]}}.dump() << "\n";
    }
    return texts;
  }

  ClusterOptions options(const std::string& store) const {
    ClusterOptions o;
    o.input.inputs = {(folder_ / "pages.jsonl").string()};
    o.store = (folder_ / store).string();
    o.shingling.shingle = 3;
    o.shingling.sketch = "all";
    o.write_pairs = true;
    o.limits.memory = 32 << 20;
    return o;
  }

  std::string contents(const std::string& store, const char* file) const {
    return test::contents_of(folder_ / store, file);
  }

  test::TempFolder folder_{"cluster"};
  NoProgress quiet_;
};

sketch::ShingleSet shingles_of(const std::string& text) {
  input::Viewable viewable;
  viewable.text = text;
  return sketch::shingle_set(tokens::find_front_end("words")->canonicalize(viewable, "").symbols,
                             3);
}

// Checksums of blocks are in the files, and not counted.
TEST_F(ClusterJob, SaysWhatEachPhaseLeavesOnTheDisk) {
  write_collection(60);
  const auto summary = whorl::cluster(options("store"), quiet_);
  ASSERT_TRUE(summary) << summary.error().message;
  ASSERT_EQ(summary->phases.size(), 4u);
  std::uint64_t kept = 0, files = 0;
  for (const auto& phase : summary->phases) {
    EXPECT_GT(phase.kept, 0u) << phase.name;
    kept += phase.kept;
  }
  for (const auto& entry : fs::directory_iterator(folder_ / "store")) {
    if (entry.path().extension() == ".bin") files += entry.file_size();
  }
  EXPECT_LE(kept, files);
  EXPECT_GT(kept, files - files / 10);
}

TEST_F(ClusterJob, FindsJustThePairsThatBruteForceFinds) {
  const auto texts = write_collection(150);
  for (double t : {0.2, 0.5, 0.8, 0.95}) {
    ClusterOptions o = options("exact" + std::to_string(t));
    o.thresholds.resemblance = t;
    o.thresholds.containment = 0.9;
    ASSERT_TRUE(whorl::cluster(o, quiet_));
    std::set<std::pair<std::string, std::string>> found;
    std::istringstream rows(contents("exact" + std::to_string(t), "pairs.tsv"));
    std::string row;
    std::getline(rows, row);
    while (std::getline(rows, row)) {
      const auto tab = row.find('\t');
      found.emplace(row.substr(0, tab), row.substr(tab + 1, row.find('\t', tab + 1) - tab - 1));
    }
    std::vector<sketch::ShingleSet> sets;
    for (const auto& text : texts) sets.push_back(shingles_of(text));
    // A copy of an earlier document is collapsed: only the first takes part in pairs.
    const auto is_first = [&](std::size_t d) {
      return std::find(texts.begin(), texts.end(), texts[d]) == texts.begin() + std::ptrdiff_t(d);
    };
    for (std::size_t a = 0; a < sets.size(); ++a) {
      for (std::size_t b = a + 1; b < sets.size(); ++b) {
        if (!is_first(a) || !is_first(b)) continue;
        const sketch::Overlap seen = sketch::overlap(sets[a], sets[b]);
        const double both = static_cast<double>(seen.both);
        const bool alike = both >= t * static_cast<double>(seen.a + seen.b - seen.both) ||
                           both >= 0.9 * static_cast<double>(std::min(seen.a, seen.b));
        const bool listed = found.contains({"d" + std::to_string(a), "d" + std::to_string(b)});
        EXPECT_EQ(alike, listed) << a << ", " << b << " at " << t;
      }
    }
  }
}

// The list contains exactly the pairs of the clusters next to it, whatever else is kept.
TEST_F(ClusterJob, ListsThePairsThatAreSimilarByTheThresholdsOfTheClusters) {
  write_collection(150);
  ClusterOptions low = options("low");
  low.thresholds.resemblance = 0.3;
  ASSERT_TRUE(whorl::cluster(low, quiet_));
  ClusterOptions high = options("high");
  high.thresholds.resemblance = 0.8;
  ASSERT_TRUE(whorl::cluster(high, quiet_));
  const std::string of_low = contents("low", "pairs.tsv");
  ASSERT_NE(of_low, contents("high", "pairs.tsv"));
  ASSERT_TRUE(recluster(low.store, high.thresholds, quiet_));
  EXPECT_EQ(contents("low", "pairs.tsv"), contents("high", "pairs.tsv"));
  ASSERT_TRUE(recluster(low.store, low.thresholds, quiet_));
  EXPECT_EQ(contents("low", "pairs.tsv"), of_low);

  high = options("keeping");
  high.thresholds.resemblance = 0.8;
  high.join.keep_from = 0.3;
  ASSERT_TRUE(whorl::cluster(high, quiet_));
  EXPECT_EQ(contents("keeping", "pairs.tsv"), contents("high", "pairs.tsv"));
}

TEST_F(ClusterJob, RefusesASurvivorFieldThatNoDocumentHas) {
  write_collection(20);
  ClusterOptions o = options("store");
  o.thresholds.survivor = SurvivorChoice::field;
  o.thresholds.survivor_field = "nope";
  const auto refused = whorl::cluster(o, quiet_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::invalid_argument);
  EXPECT_NE(refused.error().message.find("nope"), std::string::npos) << refused.error().message;
}

TEST_F(ClusterJob, GoesOnWhereItWasStopped) {
  write_collection(2000);
  ASSERT_TRUE(whorl::cluster(options("whole"), quiet_));
  test::StopAfter stop(600);
  auto stopped = whorl::cluster(options("parts"), stop);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
  ASSERT_TRUE(whorl::cluster(options("parts"), quiet_));
  for (const char* file : {"clusters.jsonl", "pairs.tsv", "documents.bin", "index.bin"}) {
    EXPECT_EQ(contents("whole", file), contents("parts", file)) << file;
  }
}

TEST_F(ClusterJob, IsTheSameAtAnyMemoryLimitAndThreadCount) {
  write_collection(1000);
  ASSERT_TRUE(whorl::cluster(options("roomy"), quiet_));
  ClusterOptions tight = options("tight");
  tight.limits.memory = 1 << 20;
  tight.limits.threads = 1;
  ASSERT_TRUE(whorl::cluster(tight, quiet_));
  for (const char* file : {"clusters.jsonl", "pairs.tsv", "index.bin"}) {
    EXPECT_EQ(contents("roomy", file), contents("tight", file)) << file;
  }
}

TEST_F(ClusterJob, BoundsChainsBySurvivors) {
  write_collection(300);
  ClusterOptions o = options("survivors");
  o.thresholds.linkage = Linkage::survivor;
  ASSERT_TRUE(whorl::cluster(o, quiet_));
  std::istringstream lines(contents("survivors", "clusters.jsonl"));
  std::string line;
  std::size_t members = 0;
  while (std::getline(lines, line)) {
    const auto found = nlohmann::json::parse(line);
    for (const auto& member : found["members"]) {
      ++members;
      EXPECT_GE(member["resemblance"].get<double>(), 0.5) << line;
    }
  }
  EXPECT_GT(members, 50u);
}

TEST_F(ClusterJob, ReclustersFromKeptPairsAndRefusesWhatTheyCannotServe) {
  write_collection(300);
  ClusterOptions o = options("kept");
  o.join.keep_from = 0.3;
  ASSERT_TRUE(whorl::cluster(o, quiet_));
  ClusterOptions direct = options("direct");
  direct.thresholds.resemblance = 0.8;
  ASSERT_TRUE(whorl::cluster(direct, quiet_));
  ClusterThresholds high;
  high.resemblance = 0.8;
  ASSERT_TRUE(recluster(o.store, high, quiet_));
  EXPECT_EQ(contents("kept", "clusters.jsonl"), contents("direct", "clusters.jsonl"));
  ClusterThresholds low;
  low.resemblance = 0.2;
  const auto refused = recluster(o.store, low, quiet_);
  EXPECT_EQ(refused.error().code, ErrorCode::invalid_argument);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("from resemblance 0.3 and"));
}

TEST_F(ClusterJob, LetsTheGreatestNumberOfAFieldSurvive) {
  std::ofstream(folder_ / "pages.jsonl")
      << R"({"id":"none","text":"one two three four five six seven"})"
      << "\n"
      << R"({"id":"low","quality":-3,"text":"one two three four five six"})"
      << "\n"
      << R"({"id":"high","quality":"0.25","text":"one two three four five six"})"
      << "\n"
      << R"({"id":"middle","quality":0.125,"text":"one two three four five six"})"
      << "\n";
  ClusterOptions o = options("field");
  o.thresholds.survivor = SurvivorChoice::field;
  o.thresholds.survivor_field = "quality";
  ASSERT_TRUE(whorl::cluster(o, quiet_));
  const auto survivor = [&] {
    return nlohmann::json::parse(contents("field", "clusters.jsonl"))["survivor"];
  };
  EXPECT_EQ(survivor(), "high");
  ClusterThresholds longest;
  ASSERT_TRUE(recluster(o.store, longest, quiet_));
  EXPECT_EQ(survivor(), "none");
  ASSERT_TRUE(recluster(o.store, o.thresholds, quiet_));
  EXPECT_EQ(survivor(), "high");
  ClusterThresholds other = o.thresholds;
  other.survivor_field = "rank";
  const auto refused = recluster(o.store, other, quiet_);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("--survivor field:rank"), std::string::npos);
}

TEST_F(ClusterJob, RefusesOtherOptionsForAStore) {
  write_collection(10);
  ASSERT_TRUE(whorl::cluster(options("store"), quiet_));
  ClusterOptions other = options("store");
  other.shingling.shingle = 5;
  const auto refused = whorl::cluster(other, quiet_);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("shingle = 3, not 5"), std::string::npos);
}

TEST_F(ClusterJob, CollapsesDuplicatesAndLetsThemRejoin) {
  std::ofstream(folder_ / "pages.jsonl") << R"({"id":"a","text":"one two three four five six"})"
                                         << "\n"
                                         << R"({"id":"b","text":"one two three four five six"})"
                                         << "\n"
                                         << R"({"id":"c","text":"One, two; THREE four five six!"})"
                                         << "\n"
                                         << R"({"id":"d","text":""})"
                                         << "\n"
                                         << R"({"id":"e","text":""})"
                                         << "\n"
                                         << "not json\n";
  const auto summary = whorl::cluster(options("same"), quiet_);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->identical, 1u);
  EXPECT_EQ(summary->lexical, 1u);
  std::vector<std::string> listed;
  for (const Skipped& entry : summary->skipped) {
    listed.push_back(entry.path.substr(entry.path.rfind(':') + 1) + " " + entry.reason);
  }
  EXPECT_EQ(listed, (std::vector<std::string>{"6 the line is not a JSON object",
                                              "4 is empty and similar to no document",
                                              "5 is empty and similar to no document"}));
  const auto line = nlohmann::json::parse(contents("same", "clusters.jsonl"));
  EXPECT_EQ(line["size"], 3);
  std::map<std::string, std::string> kinds;
  for (const auto& member : line["members"]) kinds[member["id"]] = member["kind"];
  EXPECT_EQ(kinds["c"], "identical");  // the longest in bytes survives
  EXPECT_EQ(kinds["a"], "lexical");
}

TEST_F(ClusterJob, ListsIdsThatRepeatAndKeepsTheirDocuments) {
  std::ofstream lines(folder_ / "pages.jsonl");
  for (const char* text : {"one two three four", "five six seven eight", "one two three four"}) {
    lines << nlohmann::json{{"id", "same"}, {"text", text}}.dump() << "\n";
  }
  lines.close();
  const auto summary = whorl::cluster(options("same"), quiet_);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->documents, 3u);
  ASSERT_EQ(summary->skipped.size(), 2u);
  EXPECT_EQ(summary->skipped[0].path, "same");
  EXPECT_EQ(summary->skipped[0].kind, SkipKind::fallback);
}

TEST_F(ClusterJob, ClustersFeatureLists) {
  std::ofstream lines(folder_ / "pages.jsonl");
  lines << R"({"id":"a","tags":["x","y","z",1]})"
        << "\n"
        << R"({"id":"b","tags":["z","y","x",2]})"
        << "\n"
        << R"({"id":"c","tags":[1,"z","y","x"]})"
        << "\n";
  lines.close();
  ClusterOptions o = options("features");
  o.input.features_field = "tags";
  const auto summary = whorl::cluster(o, quiet_);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->lexical, 1u);  // a and c are the same set
  EXPECT_EQ(summary->pairs, 1u);    // 3 of 5
  EXPECT_NE(contents("features", "pairs.tsv").find("a\tb\t0.6\t"), std::string::npos);
}

TEST_F(ClusterJob, TakesAPageOfAMillionOpenTags) {
  std::string page;
  for (int i = 0; i < 1'000'000; ++i) page += "<div><b>";
  for (int i = 0; i < 50; ++i) page += "word" + std::to_string(i) + " ";
  std::ofstream(folder_ / "a.html") << page;
  std::ofstream(folder_ / "b.html") << page << "</b>";
  std::ofstream(folder_ / "c.html") << std::string(1'000'000, '<');
  ClusterOptions o = options("tags");
  o.input.inputs = {(folder_ / "*.html").string()};
  const auto summary = whorl::cluster(o, quiet_);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->documents, 3u);
  EXPECT_EQ(summary->lexical, 1u);
}

TEST_F(ClusterJob, TakesPagesOfAWebArchive) {
  const auto record = [](std::string url, std::string body) {
    const std::string http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body;
    return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: " + url +
           "\r\nWARC-Date: 2026-05-01T00:00:00Z\r\nContent-Type: application/http\r\n"
           "Content-Length: " +
           std::to_string(http.size()) + "\r\n\r\n" + http + "\r\n\r\n";
  };
  std::ofstream(folder_ / "crawl.warc")
      << record("http://a.org/1", "<p>one two three <b>four</b> five")
      << record("http://a.org/2", "<div>one two three four five</div>")
      << record("http://a.org/3", std::string("\x89PNG\r\n\0\0\0\1", 10));
  ClusterOptions o = options("web");
  o.input.inputs = {(folder_ / "crawl.warc").string()};
  const auto summary = whorl::cluster(o, quiet_);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->documents, 2u);
  EXPECT_EQ(summary->lexical, 1u);
  ASSERT_EQ(summary->skipped.size(), 1u);
  EXPECT_NE(summary->skipped[0].path.find("crawl.warc:3"), std::string::npos);
  EXPECT_NE(contents("web", "clusters.jsonl").find("http://a.org/1"), std::string::npos);
}

}  // namespace
}  // namespace whorl::internal::cluster
