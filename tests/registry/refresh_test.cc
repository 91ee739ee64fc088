// Another sample of the stored fingerprints: an attacker who found out the old one must start over.
// For keys, see new_key_test.cc.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "registries.h"

namespace whorl {
namespace {

using test::prose;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

class Refreshed : public test::Registries {
 protected:
  Refreshed() {
    key_ = folder_.write("key", std::string(64, 'a'));
    ::chmod(key_.c_str(), 0600);
    std::filesystem::create_directory(folder_ / "texts");
    for (unsigned i = 0; i < 3; ++i) text(i);
  }

  std::string text(unsigned number) const {
    return folder_.write("texts/" + std::to_string(number), prose(3000, number));
  }

  Registry koala() {
    Registry registry = write(make("koala", "koala", {}, key_), key_);
    AddToRegistryOptions all;
    all.input.paths = {folder_.path("texts")};
    all.codes = {.owner = "press", .contact = "a@example.org"};
    EXPECT_TRUE(registry.add(all, quiet_));
    return registry;
  }

  RefreshedRegistry refresh(Registry& registry, const std::string& path) {
    waiting_.clear();
    RefreshRegistryOptions options;
    options.input.paths = {path};
    options.codes = {.owner = "press"};
    options.suspicious = suspicious_;
    const auto wait = [&](const RegisteredDocument& one) { waiting_.push_back(one.codes.name); };
    const auto done = registry.refresh(options, wait, quiet_);
    EXPECT_TRUE(done) << done.error().message;
    return done.value_or(RefreshedRegistry{});
  }

  // Which pieces of a text an adversary knows to be stored, by searching each.
  static std::set<std::string> probed(const Registry& registry, const std::string& text) {
    constexpr int kWords = 8;
    std::set<std::string> stored;
    std::istringstream words(text);
    for (std::string word, piece; words >> word;) {
      piece += word + ' ';
      if (std::ranges::count(piece, ' ') < kWords) continue;
      if (!search(registry, piece).hits.empty()) stored.insert(piece);
      piece.clear();
    }
    return stored;
  }

  std::string key_;
  std::vector<std::string> waiting_;
  bool suspicious_ = false;
};

TEST_F(Refreshed, StoresAnotherDrawAndFindsTheSame) {
  Registry registry = koala();
  EXPECT_EQ(refresh(registry, folder_.path("texts")).draw, 1u);
  const RefreshedRegistry second = refresh(registry, folder_.path("texts"));
  EXPECT_EQ(second.draw, 2u);
  EXPECT_EQ(second.refreshed, 3u);
  EXPECT_EQ(second.waiting, 0u);
  EXPECT_THAT(waiting_, ElementsAre());
  for (unsigned i = 0; i < 3; ++i) {
    const RegistryAnswer own = search(registry, prose(3000, i));
    EXPECT_THAT(names(own), ElementsAre(std::to_string(i)));
    EXPECT_EQ(own.hits.front().contains.value, 1);
    EXPECT_EQ(own.hits.front().document.codes.contact, "a@example.org");
  }
  EXPECT_EQ(registry.stats()->documents, 3u);
  EXPECT_THAT(registry.check(quiet_)->faults, ElementsAre());
}

TEST_F(Refreshed, GoesOnUntilNoDocumentWaits) {
  Registry registry = koala();
  EXPECT_EQ(refresh(registry, folder_.path("texts/1")).waiting, 2u);
  EXPECT_THAT(waiting_, UnorderedElementsAre("0", "2"));
  EXPECT_EQ(refresh(registry, folder_.path("texts/0")).draw, 1u);
  EXPECT_THAT(waiting_, ElementsAre("2"));
  EXPECT_EQ(refresh(registry, folder_.path("texts/2")).waiting, 0u);
  EXPECT_EQ(refresh(registry, folder_.path("texts/2")).draw, 2u);
}

TEST_F(Refreshed, FetchesTextsAndTakesNoOthers) {
  Registry registry = koala();
  RefreshRegistryOptions options;
  options.input.paths = {folder_.path("texts/0")};
  options.codes = {.owner = "press"};
  std::vector<std::string> asked;
  options.fetch = [&](const RegisteredDocument& one) -> Result<std::string> {
    asked.push_back(one.codes.name);
    if (one.codes.name == "1") return prose(3000, 1);
    return std::string("<html>404: the document has moved</html>");
  };
  const auto done = registry.refresh(options, nullptr, quiet_);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_THAT(asked, UnorderedElementsAre("1", "2"));
  EXPECT_EQ(done->refreshed, 2u);
  EXPECT_EQ(done->waiting, 1u);
  ASSERT_EQ(done->skipped.size(), 1u);
  EXPECT_EQ(done->skipped.front().path, "2");
  EXPECT_THAT(done->skipped.front().reason, HasSubstr("not the registered one"));
  EXPECT_THAT(names(search(registry, prose(3000, 1))), ElementsAre("1"));
  EXPECT_THAT(names(search(registry, prose(3000, 2))), ElementsAre("2"));
}

TEST_F(Refreshed, HidesWhatProbingFoundOut) {
  Registry registry = koala();
  const std::set<std::string> before = probed(registry, prose(3000, 0));
  refresh(registry, folder_.path("texts"));
  const std::set<std::string> after = probed(registry, prose(3000, 0));
  ASSERT_GT(before.size(), 30u);
  ASSERT_GT(after.size(), 30u);
  const auto known = std::ranges::count_if(
      after, [&](const std::string& piece) { return before.contains(piece); });
  EXPECT_LT(static_cast<double>(known), 0.35 * static_cast<double>(after.size()));
}

TEST_F(Refreshed, OnlyWhatUnusuallyManySearchesHit) {
  Registry registry = koala();
  refresh(registry, folder_.path("texts"));
  EXPECT_THAT(registry.suspicions()->documents, ElementsAre());
  for (int i = 0; i < 30; ++i) search(registry, prose(3000, 1));
  const auto found = registry.suspicions();
  EXPECT_EQ(found->searches, 30u);
  EXPECT_EQ(found->usual, 0u);
  ASSERT_EQ(found->documents.size(), 1u);
  EXPECT_EQ(found->documents.front().document.codes.name, "1");
  EXPECT_EQ(found->documents.front().searches, 30u);
  suspicious_ = true;
  const RefreshedRegistry done = refresh(registry, folder_.path("texts"));
  EXPECT_EQ(done.draw, 2u);
  EXPECT_EQ(done.refreshed, 1u);
  EXPECT_EQ(done.waiting, 0u);
  EXPECT_THAT(registry.suspicions()->documents, ElementsAre());
  EXPECT_EQ(refresh(registry, folder_.path("texts")).draw, 2u) << "there is none to draw anew";
  EXPECT_THAT(names(search(registry, prose(3000, 1))), ElementsAre("1"));
}

TEST_F(Refreshed, ListsTextsThatAreNotRegistered) {
  Registry registry = koala();
  folder_.write("texts/new", prose(100, 9));
  const RefreshedRegistry done = refresh(registry, folder_.path("texts"));
  EXPECT_EQ(done.refreshed, 3u);
  ASSERT_EQ(done.skipped.size(), 1u);
  EXPECT_THAT(done.skipped.front().reason, HasSubstr("not registered with this name"));
}

TEST_F(Refreshed, RefusesWhereNothingIsDrawn) {
  const auto refusal = [&](Registry registry) {
    const auto done = registry.refresh({}, nullptr, quiet_);
    return done ? std::string() : done.error().message;
  };
  EXPECT_THAT(refusal(write(make("passages"))), HasSubstr("passages stores all fingerprints"));
  EXPECT_THAT(refusal(write(make("open", "koala"))), HasSubstr("--new-key"));
}

}  // namespace
}  // namespace whorl
