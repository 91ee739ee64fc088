#include "whorl/query.h"

#include <gtest/gtest.h>

#include <map>

#include "../temp_folder.h"
#include "sketch/shingle_set.h"
#include "themed.h"
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
    EXPECT_TRUE(whorl::cluster(o, quiet_));
  }

  StoreReader open() const {
    auto store = StoreReader::open(folder_.path("store"));
    EXPECT_TRUE(store) << store.error().message;
    return std::move(*store);
  }

  static sketch::ShingleSet shingles_of(const std::string& text) {
    read::Viewable viewable;
    viewable.text = text;
    return sketch::shingle_set(canon::find_front_end("words")->canonicalize(viewable, "").symbols,
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
        store.matches(file, {.resemblance = 0.3, .containment = 0.9, .limit = 1'000});
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

TEST_P(StoreQuery, KnowsTheClusterOfADocumentAndTheDocumentsOfACluster) {
  const StoreReader store = open();
  std::size_t clustered = 0;
  for (const auto& line : folder_.read_lines("store/clusters.jsonl")) {
    const auto found = store.cluster(line["cluster"]);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->survivor, line["survivor"]);
    ASSERT_EQ(found->members.size(), line["size"]);
    for (std::size_t i = 0; i < found->members.size(); ++i) {
      const auto& member = found->members[i];
      EXPECT_EQ(member.document.id, line["members"][i]["id"]);
      EXPECT_EQ(member.kind, line["members"][i]["kind"]);
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
  for (const std::string file : {"store/clusters.bin", "store/lookup.bin", "store/index.bin",
                                 "store/documents.bin", "store/store.json"}) {
    const std::string whole = folder_.read(file);
    folder_.write(file, whole.substr(0, whole.size() / 2));
    EXPECT_FALSE(StoreReader::open(folder_.path("store"))) << file;
    folder_.write(file, whole);
  }
  EXPECT_TRUE(StoreReader::open(folder_.path("store")));
}

INSTANTIATE_TEST_SUITE_P(Sketches, StoreQuery, testing::Values("all", "mod:25"));

}  // namespace
}  // namespace whorl::internal::cluster
