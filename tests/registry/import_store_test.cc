// A registry made from a store of whorl cluster finds documents as if they had been added one by
// one.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "registries.h"
#include "whorl/cluster.h"

namespace whorl {
namespace {

using test::prose;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr unsigned kDocuments = 5;

class ImportedStore : public test::Registries {
 protected:
  ImportedStore() {
    std::filesystem::create_directory(folder_ / "texts");
    for (unsigned i = 0; i < kDocuments; ++i) folder_.write("texts/" + std::to_string(i), text(i));
  }

  static std::string text(unsigned number) { return prose(800, number) + prose(300, 50); }

  std::string store() const {
    ClusterOptions options;
    options.input.inputs = {folder_.path("texts")};
    options.store = folder_.path("store");
    NoProgress quiet;
    const auto made = cluster(options, quiet);
    EXPECT_TRUE(made) << made.error().message;
    return options.store;
  }

  // A store knows a file by its path, a registry by its name in the folder.
  static std::vector<std::string> file_names(const RegistryAnswer& answer) {
    std::vector<std::string> out;
    for (const auto& name : names(answer)) out.push_back(std::filesystem::path(name).filename());
    return out;
  }

  std::string refusal(const std::string& registry, const std::string& store) const {
    const auto imported = write(registry).import_store(store, {});
    return imported ? std::string() : imported.error().message;
  }
};

TEST_F(ImportedStore, IsFoundAsTextsThatWereAdded) {
  Registry imported = write(make("imported", "sets"));
  Registry added = write(make("added", "sets"));
  const auto done = imported.import_store(store(), {.owner = "crawl"});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->added, kDocuments);
  AddToRegistryOptions all;
  all.input.paths = {folder_.path("texts")};
  ASSERT_TRUE(added.add(all, quiet_));
  for (unsigned i = 0; i < kDocuments; ++i) {
    const RegistryAnswer by_store = search(imported, text(i));
    const RegistryAnswer by_text = search(added, text(i));
    EXPECT_EQ(by_store.found, by_text.found);
    ASSERT_EQ(file_names(by_store), file_names(by_text));
    ASSERT_EQ(by_store.hits.size(), kDocuments);
    EXPECT_EQ(by_store.hits.front().document.codes.owner, "crawl");
    for (std::size_t hit = 0; hit < by_store.hits.size(); ++hit) {
      EXPECT_EQ(by_store.hits[hit].shared, by_text.hits[hit].shared);
      EXPECT_EQ(by_store.hits[hit].contains.value, by_text.hits[hit].contains.value);
    }
    EXPECT_EQ(by_store.hits.front().contains.value, 1);
    EXPECT_THAT(by_store.ranges, ElementsAre());
    EXPECT_THAT(by_store.hits.front().ranges, ElementsAre());
  }
  EXPECT_EQ(imported.import_store(store(), {.owner = "crawl"})->unchanged, kDocuments);
  EXPECT_THAT(imported.check(quiet_)->faults, ElementsAre());
}

TEST_F(ImportedStore, IsRefusedWhereItDoesNotFit) {
  const std::string made = store();
  EXPECT_THAT(refusal(make("passages"), made),
              HasSubstr("they need the scheme sets, not passages"));
  EXPECT_THAT(refusal(make("ten", "sets", "words/k=10/modp:p=25"), made), HasSubstr("words/k=5"));
  EXPECT_THAT(refusal(make("none", "sets"), folder_.path("texts")), HasSubstr("no"));
  const std::string key = folder_.write("key", std::string(64, 'a'));
  ::chmod(key.c_str(), 0600);
  const auto keyed = write(make("keyed", "sets", {}, key), key).import_store(made, {});
  ASSERT_FALSE(keyed);
  EXPECT_THAT(keyed.error().message, HasSubstr("without a key"));
}

}  // namespace
}  // namespace whorl
