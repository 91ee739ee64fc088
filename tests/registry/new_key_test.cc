// A registry gets a new key: documents change to it when their texts are given again. Until then
// searches find the documents of both keys.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "registries.h"

namespace whorl {
namespace {

using test::prose;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

class NewKey : public test::Registries, public testing::WithParamInterface<const char*> {
 protected:
  NewKey() : old_(key("old", 'a')), new_(key("new", 'b')) {
    std::filesystem::create_directory(folder_ / "texts");
    for (unsigned i = 0; i < 3; ++i) folder_.write("texts/" + std::to_string(i), prose(3000, i));
  }

  std::string key(const std::string& name, char digit) const {
    const std::string path = folder_.write(name, std::string(64, digit));
    ::chmod(path.c_str(), 0600);
    return path;
  }

  std::string registered(const std::string& key) {
    const std::string folder = make("registry", GetParam(), {}, key);
    Registry registry = write(folder, key);
    for (unsigned i = 0; i < 3; ++i) add(registry, {.name = std::to_string(i)}, prose(3000, i));
    return folder;
  }

  RefreshedRegistry change(Registry& registry, const std::string& texts) {
    RefreshRegistryOptions options;
    options.input.paths = {folder_.path(texts)};
    options.new_key = new_;
    const auto done = registry.refresh(options, nullptr, quiet_);
    EXPECT_TRUE(done) << done.error().message;
    return done.value_or(RefreshedRegistry{});
  }

  static void expect_all_found(const Registry& registry) {
    for (unsigned i = 0; i < 3; ++i) {
      const RegistryAnswer answer = search(registry, prose(3000, i));
      ASSERT_FALSE(answer.hits.empty()) << i;
      EXPECT_EQ(answer.hits.front().document.codes.name, std::to_string(i));
      EXPECT_EQ(answer.hits.front().contains.value, 1) << i;
      EXPECT_EQ(answer.global.value, 1) << i;
    }
  }

  static std::string error_of(const Result<Registry>& opened) {
    return opened ? std::string() : opened.error().message;
  }

  std::string old_;
  std::string new_;
};

TEST_P(NewKey, TakesThePlaceOfTheOldOne) {
  const std::string folder = registered(old_);
  {
    Registry registry = write(folder, old_);
    const RefreshedRegistry done = change(registry, "texts");
    EXPECT_EQ(done.refreshed, 3u);
    EXPECT_EQ(done.waiting, 0u);
    expect_all_found(registry);
    EXPECT_THAT(registry.check(quiet_)->faults, ElementsAre());
    EXPECT_FALSE(registry.stats()->changes_key);
  }
  expect_all_found(read(folder, new_));
  EXPECT_THAT(error_of(Registry::read(folder, old_)), HasSubstr("another key"));
  EXPECT_THAT(error_of(Registry::read(folder, old_, new_)), HasSubstr("already have the new key"));
}

TEST_P(NewKey, SearchesLookUpByBothUntilNoneWaits) {
  const std::string folder = registered(old_);
  {
    Registry registry = write(folder, old_);
    EXPECT_EQ(change(registry, "texts/1").waiting, 2u);
    expect_all_found(registry);
  }
  EXPECT_THAT(error_of(Registry::read(folder, old_)), HasSubstr("--new-key"));
  EXPECT_THAT(error_of(Registry::read(folder, new_, old_)), HasSubstr("another key"));
  {
    Registry registry = write(folder, old_, new_);
    expect_all_found(registry);
    EXPECT_TRUE(registry.stats()->changes_key);
    add(registry, {.name = "later"}, prose(2000, 9));
    EXPECT_EQ(search(registry, prose(2000, 9)).hits.front().document.codes.name, "later");
    const RegistryAnswer both = search(registry, prose(3000, 0) + prose(3000, 1));
    EXPECT_THAT(names(both), UnorderedElementsAre("0", "1"));
  }
  {
    Registry registry = write(folder, old_, new_);
    EXPECT_EQ(change(registry, "texts").waiting, 0u);
  }
  expect_all_found(read(folder, new_));
}

TEST_P(NewKey, ComesToARegistryThatHadNone) {
  const std::string folder = registered({});
  {
    Registry registry = write(folder);
    EXPECT_EQ(change(registry, "texts/0").waiting, 2u);
  }
  {
    Registry registry = write(folder, {}, new_);
    expect_all_found(registry);
    EXPECT_EQ(change(registry, "texts").waiting, 0u);
  }
  expect_all_found(read(folder, new_));
  EXPECT_THAT(error_of(Registry::read(folder)), HasSubstr("--key"));
}

TEST_P(NewKey, IsAnotherOne) {
  Registry registry = write(registered(old_), old_);
  RefreshRegistryOptions same;
  same.new_key = old_;
  const auto done = registry.refresh(same, nullptr, quiet_);
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("is already the key"));
}

INSTANTIATE_TEST_SUITE_P(All, NewKey, testing::Values("passages", "koala", "se", "sets"),
                         [](const auto& scheme) { return std::string(scheme.param); });

}  // namespace
}  // namespace whorl
