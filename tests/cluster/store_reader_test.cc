#include "whorl/store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <future>
#include <map>
#include <sstream>
#include <tuple>

#include "../store_contents.h"
#include "../temp_folder.h"
#include "fingerprints/sketch/shingle_set.h"
#include "input/charset/viewable.h"
#include "record_list.h"
#include "themed.h"
#include "tokens/front_ends.h"
#include "whorl/cluster.h"

namespace whorl::internal::cluster {
namespace {

class StoreQuery : public testing::TestWithParam<const char*> {
 protected:
  StoreQuery() {
    auto lines = test::themed_lines(300, 21, "d");
    lines.push_back(R"({"id":"url1","url":"http://one/","text":"alone and like none of them"})");
    folder_.write("in.jsonl", test::joined(lines));
    for (const auto& line : lines) {
      const auto record = nlohmann::json::parse(line);
      texts_[record["id"]] = record["text"];
    }
    ClusterOptions o;
    o.input.inputs = {folder_.path("in.jsonl")};
    o.store = folder_.path("store");
    o.shingling.shingle = 3;
    o.shingling.sketch = GetParam();
    o.write_pairs = true;
    EXPECT_TRUE(whorl::cluster(o, quiet_));
  }

  StoreReader open() const {
    auto store = StoreReader::open(folder_.path("store"));
    EXPECT_TRUE(store) << store.error().message;
    return std::move(*store);
  }

  static sketch::ShingleSet shingles_of(const std::string& text) {
    input::Viewable viewable;
    viewable.text = text;
    return sketch::shingle_set(tokens::find_front_end("words")->canonicalize(viewable, "").symbols,
                               3);
  }

  test::TempFolder folder_{"query"};
  NoProgress quiet_;
  std::map<std::string, std::string> texts_;
};

TEST_P(StoreQuery, FindsWhatBruteForceFinds) {
  const StoreReader store = open();
  for (const auto& line : test::themed_lines(25, 99, "q")) {
    const std::string text = nlohmann::json::parse(line)["text"];
    const std::string file = folder_.write("q.txt", text);
    const sketch::ShingleSet asked = shingles_of(text);
    const auto found =
        store.matches_file(file, {.resemblance = 0.3, .containment = 0.9, .limit = 1'000});
    ASSERT_TRUE(found) << found.error().message;
    std::map<std::string, const ComparedDocument*> by_text;
    for (const auto& d : *found) by_text[texts_[d.document.id]] = &d;
    for (const auto& [id, stored] : texts_) {
      const sketch::Overlap seen = sketch::overlap(shingles_of(stored), asked);
      const auto both = static_cast<double>(seen.both);
      const double resemblance =
          both == 0 ? 0 : both / static_cast<double>(seen.a + seen.b - seen.both);
      const bool wanted = resemblance >= 0.3 || both >= 0.9 * static_cast<double>(seen.a) ||
                          both >= 0.9 * static_cast<double>(seen.b);
      ASSERT_EQ(wanted, by_text.contains(stored)) << id;
      if (!wanted) continue;
      EXPECT_DOUBLE_EQ(by_text[stored]->resemblance, resemblance);
      EXPECT_DOUBLE_EQ(by_text[stored]->contained, both / static_cast<double>(seen.a));
      EXPECT_DOUBLE_EQ(by_text[stored]->contains, both / static_cast<double>(seen.b));
    }
  }
}

// A sample of shingles ranks candidates roughly: more are counted than are wanted.
TEST_P(StoreQuery, TheBestOneIsTheFirstOfMany) {
  const StoreReader store = open();
  std::size_t answered = 0;
  for (const auto& line : test::themed_lines(60, 99, "q")) {
    const std::string file =
        folder_.write("q.txt", std::string(nlohmann::json::parse(line)["text"]));
    const auto many = store.matches_file(file, {.resemblance = 0.1, .limit = 1'000});
    const auto one = store.matches_file(file, {.resemblance = 0.1, .limit = 1});
    ASSERT_TRUE(many && one);
    ASSERT_EQ(one->size(), std::min<std::size_t>(many->size(), 1));
    if (one->empty()) continue;
    EXPECT_EQ(one->front().resemblance, many->front().resemblance);
    ++answered;
  }
  EXPECT_GT(answered, 20u);
}

TEST_P(StoreQuery, KnowsTheClusterOfADocumentAndTheDocumentsOfACluster) {
  const StoreReader store = open();
  std::size_t clustered = 0;
  for (const auto& line : folder_.read_lines("store/clusters.jsonl")) {
    const auto found = store.cluster(line["cluster"]);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->survivor, line["survivor"].get<std::string>());
    ASSERT_EQ(found->members.size(), line["size"]);
    for (std::size_t i = 0; i < found->members.size(); ++i) {
      const auto& member = found->members[i];
      EXPECT_EQ(member.document.id, line["members"][i]["id"].get<std::string>());
      EXPECT_EQ(to_string(member.kind), line["members"][i]["kind"].get<std::string>());
      EXPECT_EQ(member.resemblance, line["members"][i]["resemblance"]);
      const auto of_member = store.clusters_of(member.document.id);
      ASSERT_TRUE(of_member);
      ASSERT_EQ(of_member->size(), 1u);
      EXPECT_EQ(of_member->front().number, line["cluster"]);
      ++clustered;
    }
  }
  EXPECT_GT(clustered, 100u);
  const auto alone = store.clusters_of("http://one/");
  ASSERT_TRUE(alone);
  EXPECT_FALSE(alone->front().number);
  EXPECT_EQ(alone->front().members.front().document.id, "url1");
  EXPECT_EQ(store.clusters_of("nobody").error().code, ErrorCode::not_found);
  EXPECT_FALSE(store.cluster(store.clusters()));
}

TEST_P(StoreQuery, GroupsARankedListByCluster) {
  const StoreReader store = open();
  const auto first = folder_.read_lines("store/clusters.jsonl").front();
  const std::string a = first["members"][0]["id"];
  const std::string b = first["members"][1]["id"];
  const auto groups = store.group({"nobody", a, "http://one/", b});
  ASSERT_TRUE(groups);
  ASSERT_EQ(groups->size(), 3u);
  EXPECT_FALSE((*groups)[0].names.front().known);
  ASSERT_EQ((*groups)[1].names.size(), 2u);
  EXPECT_EQ((*groups)[1].names[1].name, b);
  EXPECT_EQ((*groups)[1].names[1].rank, 4u);
  EXPECT_EQ((*groups)[2].names.front().name, "http://one/");
}

TEST_P(StoreQuery, RefusesWhatIsNoStoreOrDamaged) {
  EXPECT_EQ(StoreReader::open(folder_.path("nowhere")).error().code, ErrorCode::not_found);
  std::vector<std::filesystem::path> paths = {folder_ / "store/store.json"};
  for (const char* file : {"clusters.bin", "lookup.bin", "index.bin", "documents.bin"}) {
    paths.push_back(test::file_of(folder_ / "store", file));
  }
  for (const std::filesystem::path& path : paths) {
    const std::string whole = test::bytes_of(path);
    std::ofstream(path, std::ios::binary) << whole.substr(0, whole.size() / 2);
    EXPECT_FALSE(StoreReader::open(folder_.path("store"))) << path;
    std::ofstream(path, std::ios::binary) << whole;
  }
  EXPECT_TRUE(StoreReader::open(folder_.path("store")));
}

using Shown = std::vector<std::tuple<std::string, SimilarityKind, double, double, double>>;

Shown shown(const Result<std::vector<ComparedDocument>>& found) {
  EXPECT_TRUE(found) << found.error().message;
  Shown all;
  for (const ComparedDocument& d : *found) {
    all.emplace_back(d.document.id, d.kind, d.resemblance, d.contained, d.contains);
  }
  return all;
}

// As a text like it is answered, but for the document itself; duplicates of it included.
TEST_P(StoreQuery, ComparesAStoredDocumentWithAllOthers) {
  const StoreReader store = open();
  const MatchOptions all{.resemblance = 0.05, .limit = 1'000};
  std::size_t outside = 0;
  for (const char* id : {"d0", "d3", "d17", "d100"}) {
    const sketch::ShingleSet asked = shingles_of(texts_[id]);
    const auto found = store.matches_of(id, all);
    ASSERT_TRUE(found) << found.error().message;
    const auto cluster = store.clusters_of(id)->front().number;
    std::map<std::string, const ComparedDocument*> by_id;
    for (const auto& d : *found) by_id[d.document.id] = &d;
    EXPECT_FALSE(by_id.contains(id));
    for (const auto& [other, d] : by_id) {
      const sketch::Overlap seen = sketch::overlap(shingles_of(texts_[other]), asked);
      EXPECT_DOUBLE_EQ(d->resemblance, static_cast<double>(seen.both) /
                                           static_cast<double>(seen.a + seen.b - seen.both));
      outside += !d->cluster || d->cluster != cluster;
    }
    for (const auto& [other, text] : texts_) {
      if (text != texts_[id] || other == id) continue;
      EXPECT_TRUE(by_id.contains(other)) << other;
    }
  }
  EXPECT_GT(outside, 0u);
  EXPECT_EQ(store.matches_of("nobody").error().code, ErrorCode::not_found);
}

TEST_P(StoreQuery, RefusesATextThatIsTooShort) {
  const auto found = open().matches("?!");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::invalid_argument);
  EXPECT_NE(found.error().message.find("too short"), std::string::npos) << found.error().message;
}

TEST_P(StoreQuery, AnswersATextAsItAnswersAFileOfIt) {
  const StoreReader store = open();
  for (const auto& line : test::themed_lines(10, 98, "q")) {
    Record record;
    record.text = nlohmann::json::parse(line)["text"];
    const std::string file = folder_.write("q.txt", record.text);
    const Shown of_file = shown(store.matches_file(file));
    EXPECT_EQ(shown(store.matches(record.text)), of_file);
    EXPECT_EQ(shown(store.matches(record)), of_file);
  }
  const auto stored = store.matches(texts_["d3"], {.limit = 1});
  ASSERT_TRUE(stored);
  EXPECT_EQ(stored->front().kind, SimilarityKind::identical);
}

TEST_P(StoreQuery, AnswersABatchAsItAnswersEach) {
  const StoreReader store = open();
  auto lines = test::themed_lines(700, 99, "q");
  lines.push_back(R"({"id":"short","text":"too short"})");
  BatchOptions batch;
  batch.input.inputs = {folder_.write("questions.jsonl", test::joined(lines) + "no JSON\n")};
  lines.push_back(R"({"id":")" + batch.input.inputs[0] + R"(:702","text":""})");
  batch.match = {.resemblance = 0.2, .limit = 3};
  for (const unsigned threads : {1u, 4u}) {
    batch.threads = threads;
    std::size_t at = 0;
    const auto take = [&](const BatchAnswer& answer) -> Result<bool> {
      const auto asked = nlohmann::json::parse(lines[at++]);
      EXPECT_EQ(answer.query, asked["id"].get<std::string>());
      const auto one = store.matches(std::string(asked["text"]), batch.match);
      EXPECT_EQ(answer.matches.has_value(), one.has_value());
      if (one) {
        EXPECT_EQ(shown(answer.matches), shown(one));
      }
      return true;
    };
    const auto skipped = store.matches_each(batch, take, quiet_);
    ASSERT_TRUE(skipped) << skipped.error().message;
    EXPECT_EQ(at, lines.size());
    EXPECT_EQ(skipped->size(), 1u);
  }
}

// Each answer is on the line of its query, also for queries that cannot be read.
TEST_P(StoreQuery, AnswersABatchWithAsManyLines) {
  const StoreReader store = open();
  std::vector<std::string> lines = test::themed_lines(5, 99, "q");
  const std::string good = lines.front();
  lines.insert(lines.begin() + 2, {"garbage", R"({"id":"none"})"});
  lines.push_back(R"({"text":null,"id":"null"})");
  const std::string in = folder_.write("questions.jsonl", test::joined(lines));
  BatchOptions batch;
  batch.input.inputs = {in};
  std::vector<std::string> asked, refused;
  const auto take = [&](const BatchAnswer& answer) -> Result<bool> {
    asked.push_back(answer.query);
    if (!answer.matches) refused.push_back(answer.matches.error().message);
    return true;
  };
  const auto skipped = store.matches_each(batch, take, quiet_);
  ASSERT_TRUE(skipped);
  EXPECT_EQ(asked,
            (std::vector<std::string>{"q0", "q1", in + ":3", "none", "q2", "q3", "q4", "null"}));
  ASSERT_EQ(refused.size(), 3u);
  EXPECT_EQ(refused[0], in + ":3: the line is not a JSON object");
  EXPECT_EQ(refused[2], in + ":8: the text field is not a string");
  EXPECT_EQ(skipped->size(), 3u);
}

TEST_P(StoreQuery, AnswersRecordsOfASourceThatCannotBeRead) {
  const StoreReader store = open();
  Record bad, nameless;
  bad.id = "bad";
  bad.text = nameless.text = "\xFF";
  nameless.id = "\xFF";
  test::RecordList records({bad, nameless}, "source");
  BatchOptions batch;
  batch.input.records = &records;
  std::vector<std::string> asked;
  const auto take = [&](const BatchAnswer& answer) -> Result<bool> {
    EXPECT_FALSE(answer.matches);
    asked.push_back(answer.query);
    return true;
  };
  ASSERT_TRUE(store.matches_each(batch, take, quiet_));
  EXPECT_EQ(asked, (std::vector<std::string>{"bad", "source:2"}));
}

TEST_P(StoreQuery, EndsABatchWhenNoMoreIsWanted) {
  const StoreReader store = open();
  BatchOptions batch;
  batch.input.inputs = {folder_.path("in.jsonl")};
  int taken = 0;
  const auto two = [&](const BatchAnswer&) -> Result<bool> { return ++taken < 2; };
  EXPECT_TRUE(store.matches_each(batch, two, quiet_));
  EXPECT_EQ(taken, 2);
  const auto fails = [](const BatchAnswer&) -> Result<bool> {
    return fail(ErrorCode::io, "the reader is gone");
  };
  EXPECT_EQ(store.matches_each(batch, fails, quiet_).error().message, "the reader is gone");
  batch.input.inputs = {folder_.path("nowhere.jsonl")};
  EXPECT_FALSE(store.matches_each(batch, two, quiet_));
  const auto one = store.matches_file(folder_.path("in.jsonl"));
  ASSERT_FALSE(one);
  EXPECT_NE(one.error().message.find("--batch"), std::string::npos);
}

TEST_P(StoreQuery, ShowsEachDocumentClusterAndPair) {
  const StoreReader store = open();
  std::vector<DocumentEntry> documents;
  ASSERT_TRUE(store.for_each_document([&](const DocumentEntry& entry) -> Result<bool> {
    EXPECT_EQ(entry.number, documents.size());
    EXPECT_TRUE(texts_.contains(entry.document.id));
    documents.push_back(entry);
    return true;
  }));
  ASSERT_EQ(documents.size(), store.documents());
  EXPECT_EQ(documents.back().document.url, "http://one/");

  const auto lines = folder_.read_lines("store/clusters.jsonl");
  std::size_t clusters = 0, members = 0;
  ASSERT_TRUE(store.for_each_cluster([&](const StoredCluster& cluster) -> Result<bool> {
    EXPECT_EQ(cluster.number, clusters);
    EXPECT_EQ(cluster.survivor, lines[clusters++]["survivor"].get<std::string>());
    members += cluster.members.size();
    return true;
  }));
  EXPECT_EQ(clusters, lines.size());
  const auto clustered = std::ranges::count_if(documents, [](auto& d) { return !!d.cluster; });
  EXPECT_EQ(static_cast<std::size_t>(clustered), members);
  const auto survivors = std::ranges::count_if(documents, &DocumentEntry::survives);
  EXPECT_EQ(documents.size() - static_cast<std::size_t>(survivors), members - clusters);

  std::istringstream rows(folder_.read("store/pairs.tsv"));
  std::string row;
  std::getline(rows, row);
  ASSERT_TRUE(store.for_each_pair([&](const StoredPair& pair) -> Result<bool> {
    std::getline(rows, row);
    std::string a, b;
    double resemblance = 0, first = 0, second = 0;
    std::istringstream(row) >> a >> b >> resemblance >> first >> second;
    EXPECT_EQ(documents[pair.first].document.id, a);
    EXPECT_EQ(documents[pair.second].document.id, b);
    EXPECT_DOUBLE_EQ(pair.resemblance, resemblance);
    EXPECT_DOUBLE_EQ(pair.first_in_second, first);
    EXPECT_DOUBLE_EQ(pair.second_in_first, second);
    return true;
  }));
  while (std::getline(rows, row)) EXPECT_FALSE(row.ends_with("\tsimilar")) << row;
}

TEST_P(StoreQuery, EndsAWalkWhenItsVisitorWantsNoMoreOrFails) {
  const StoreReader store = open();
  std::vector<std::uint64_t> seen;
  ASSERT_TRUE(store.for_each_document(
      [&](const DocumentEntry& entry) -> Result<bool> {
        seen.push_back(entry.number);
        return seen.size() < 3;
      },
      7));
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{7, 8, 9}));
  int visits = 0;
  ASSERT_TRUE(store.for_each_pair([&](const StoredPair&) -> Result<bool> { return ++visits < 2; }));
  EXPECT_EQ(visits, 2);
  ASSERT_TRUE(store.for_each_cluster(
      [&](const StoredCluster& cluster) -> Result<bool> {
        EXPECT_EQ(cluster.number, 1u);
        return false;
      },
      1));
  const auto failed = store.for_each_document(
      [](const DocumentEntry&) -> Result<bool> { return fail(ErrorCode::io, "no room"); });
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "no room");
}

TEST_P(StoreQuery, IsAskedByEightThreadsAtOnce) {
  const StoreReader store = open();
  std::vector<std::string> texts;
  for (const auto& line : test::themed_lines(6, 97, "q")) {
    texts.push_back(nlohmann::json::parse(line)["text"]);
  }
  const auto ask = [&] {
    std::pair<std::vector<Shown>, std::uint64_t> answers;
    for (const std::string& text : texts) answers.first.push_back(shown(store.matches(text)));
    EXPECT_TRUE(store.for_each_document([&](const DocumentEntry& d) -> Result<bool> {
      answers.second += d.survivor;
      return true;
    }));
    EXPECT_TRUE(store.clusters_of("d3"));
    EXPECT_TRUE(store.for_each_pair([&](const StoredPair& p) -> Result<bool> {
      answers.second += p.second;
      return true;
    }));
    return answers;
  };
  const auto alone = ask();
  std::vector<std::future<std::pair<std::vector<Shown>, std::uint64_t>>> threads;
  for (int i = 0; i < 8; ++i) threads.push_back(std::async(std::launch::async, ask));
  for (auto& thread : threads) EXPECT_EQ(thread.get(), alone);
}

TEST_P(StoreQuery, RefusesAnotherFormatAndWhatIsNotFinished) {
  const std::string whole = folder_.read("store/store.json");
  auto manifest = nlohmann::json::parse(whole);
  manifest["format"] = 99;
  folder_.write("store/store.json", manifest.dump());
  const auto other = StoreReader::open(folder_.path("store"));
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::unsupported);
  EXPECT_NE(other.error().message.find("format 99"), std::string::npos) << other.error().message;

  folder_.write("store/store.next.json", whole);
  std::filesystem::remove(folder_ / "store/store.json");
  EXPECT_EQ(StoreReader::open(folder_.path("store")).error().code, ErrorCode::invalid_argument);
}

// A length that a damaged record says is no amount of memory to take.
TEST_P(StoreQuery, SaysWhichFileIsGone) {
  for (const char* name : {"documents.bin", "names.bin", "index.bin", "lookup.bin"}) {
    const std::filesystem::path path = test::file_of(folder_ / "store", name);
    std::filesystem::rename(path, folder_ / "away");
    const auto opened = StoreReader::open(folder_.path("store"));
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::corrupt);
    EXPECT_EQ(opened.error().message.find(path.string() + ": is missing"), 0u);
    std::filesystem::rename(folder_ / "away", path);
  }
}

TEST_P(StoreQuery, OpensAStoreThatIsWrittenMeanwhile) {
  auto writer = std::async(std::launch::async, [&] {
    ClusterThresholds thresholds;
    for (int i = 0; i < 10; ++i) {
      thresholds.resemblance = 0.5 + 0.01 * i;
      EXPECT_TRUE(recluster(folder_.path("store"), thresholds, quiet_));
    }
  });
  while (writer.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    const auto opened = StoreReader::open(folder_.path("store"));
    EXPECT_TRUE(opened) << opened.error().message;
  }
}

TEST_P(StoreQuery, MeetsADamagedRecordWithAnError) {
  std::string records = test::contents_of(folder_ / "store", "documents.bin");
  for (std::size_t at = 0; at < records.size(); at += 104) {
    records.replace(at + 72, 24, 24, '\x7F');  // where the set is, and how large
  }
  test::rewrite(folder_ / "store", "documents.bin", records);
  const StoreReader store = open();
  const auto cluster = store.cluster(0);
  ASSERT_FALSE(cluster);
  EXPECT_EQ(cluster.error().code, ErrorCode::corrupt);
  const auto found = store.matches(texts_["d3"] + " and more");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::corrupt);
}

INSTANTIATE_TEST_SUITE_P(Sketches, StoreQuery, testing::Values("all", "mod:25"));

}  // namespace
}  // namespace whorl::internal::cluster
