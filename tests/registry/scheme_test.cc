// What the schemes of the papers promise.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <algorithm>
#include <functional>

#include "registries.h"

namespace whorl {
namespace {

using test::prose;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class Schemes : public test::Registries, public testing::WithParamInterface<const char*> {};

TEST_P(Schemes, FindADocumentAndAnEditedCopyFirst) {
  const std::string folder = make("scheme", GetParam());
  Registry registry = write(folder);
  for (unsigned i = 0; i < 20; ++i) add(registry, {.name = std::to_string(i)}, prose(2000, i));
  for (unsigned i = 0; i < 20; i += 5) {
    const auto own = search(registry, prose(2000, i));
    ASSERT_FALSE(own.hits.empty());
    EXPECT_EQ(own.hits.front().document.codes.name, std::to_string(i));
    EXPECT_EQ(own.hits.front().contains.value, 1);
    const auto edited = search(registry, prose(150, 100) + prose(2000, i) + prose(150, 101));
    ASSERT_FALSE(edited.hits.empty()) << GetParam();
    EXPECT_EQ(edited.hits.front().document.codes.name, std::to_string(i));
  }
}

TEST_P(Schemes, KeepNoTwelveCharactersOfAText) {
  const std::string folder = make("scheme", GetParam());
  const std::string text = prose(3000, 7);
  {
    Registry registry = write(folder);
    add(registry, {.name = "n"}, text);
    ASSERT_TRUE(registry.compact(quiet_));
  }
  std::string kept;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    kept.append(std::istreambuf_iterator<char>(in), {});
  }
  ASSERT_FALSE(kept.empty());
  for (std::size_t at = 0; at + 12 <= text.size(); ++at) {
    ASSERT_THAT(kept.find(text.substr(at, 12)), kept.npos) << text.substr(at, 12);
  }
}

TEST_P(Schemes, AnswerTheSameUnderAKey) {
  const std::string key = folder_.write("key", std::string(64, 'a'));
  const std::string another = folder_.write("another", std::string(64, 'b'));
  for (const std::string& path : {key, another}) ASSERT_EQ(::chmod(path.c_str(), 0600), 0);
  const std::string folder = make("keyed", GetParam(), {}, key);
  {
    Registry registry = write(folder, key);
    for (unsigned i = 0; i < 5; ++i) add(registry, {.name = std::to_string(i)}, prose(2000, i));
    const auto answer = search(registry, prose(2000, 3));
    ASSERT_FALSE(answer.hits.empty());
    EXPECT_EQ(answer.hits.front().document.codes.name, "3");
    EXPECT_EQ(answer.hits.front().contains.value, 1);
  }
  const auto without = Registry::read(folder);
  ASSERT_FALSE(without);
  EXPECT_THAT(without.error().message, HasSubstr("--key"));
  const auto wrong = Registry::read(folder, another);
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().message, HasSubstr("another key"));
  EXPECT_THAT(folder_.read("keyed/registry.json"), Not(HasSubstr(std::string(32, 'a'))));
}

INSTANTIATE_TEST_SUITE_P(All, Schemes, testing::Values("passages", "koala", "se", "sets"),
                         [](const auto& scheme) { return std::string(scheme.param); });

using Koala = test::Registries;

// Heintze 1996, "Fingerprint matching": whoever registers a text a thousand times does not hide it.
TEST_F(Koala, ADocumentIsFoundAmongItsCopies) {
  Registry registry = write(make("flooded", "koala"));
  const std::string text = prose(3000, 1);
  for (int i = 0; i < 50; ++i) add(registry, {.name = std::to_string(i)}, text);
  const auto answer = search(registry, text);
  EXPECT_EQ(answer.found, 50u);
  EXPECT_EQ(answer.common, 10u);
  EXPECT_GT(answer.hits.front().shared, 80u);
}

// By evidence, a document with rarer parts of the text could rank first; by the match ratio, the
// document itself does.
TEST_F(Koala, ADocumentIsFoundBeforeWhatIsLikeIt) {
  Registry registry = write(make("order", "koala"));
  const std::string text = prose(2000, 1);
  for (unsigned i = 0; i < 3; ++i) {
    add(registry, {.name = std::to_string(i)}, text + prose(40 + 20 * i, 2 + i));
  }
  add(registry, {.name = "other"}, prose(2000, 9) + text.substr(0, text.size() * 9 / 10));
  add(registry, {.name = "itself"}, text);
  const RegistryAnswer answer = search(registry, text);
  EXPECT_EQ(answer.hits.front().symmetric, 1);
  EXPECT_TRUE(std::ranges::is_sorted(answer.hits, std::ranges::greater(), &RegistryHit::symmetric));
}

TEST_F(Koala, SaysWhereSizesDiffer) {
  Registry registry = write(make("sizes", "koala"));
  add(registry, {.name = "whole"}, prose(20'000, 1));
  const std::string part = prose(20'000, 1).substr(0, 20'000);
  const auto answer = search(registry, part);
  ASSERT_FALSE(answer.hits.empty());
  EXPECT_TRUE(answer.hits.front().sizes_differ);
}

}  // namespace
}  // namespace whorl
