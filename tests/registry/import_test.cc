// Fingerprints made on another machine become documents of a registry.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "registries.h"
#include "whorl/fingerprint_job.h"

namespace whorl {
namespace {

using test::prose;
using testing::ElementsAre;
using testing::HasSubstr;

class Imported : public test::Registries {
 protected:
  Imported() {
    std::filesystem::create_directory(folder_ / "texts");
    for (unsigned i = 0; i < 5; ++i) {
      folder_.write("texts/" + std::to_string(i), prose(2000, i));
    }
  }

  std::string segment(const std::string& recipe) const {
    FingerprintOptions options;
    options.paths = {folder_.path("texts")};
    options.recipe = recipe;
    options.output = folder_.path("texts.whorlseg");
    NoProgress quiet;
    const auto made = fingerprint(options, {}, quiet);
    EXPECT_TRUE(made);
    return options.output;
  }

  std::string refusal(const std::string& registry, const std::string& key = {}) const {
    const auto done = write(registry, key).import_segment(segment("text/k=30/winnow:w=21"), {});
    return done ? std::string() : done.error().message;
  }
};

constexpr const char* kRecipe = "text/k=30/winnow:w=21";

TEST_F(Imported, DocumentsAreFoundAsThoseThatWereAdded) {
  Registry registry = write(make("imported", "passages", kRecipe));
  const auto done = registry.import_segment(segment(kRecipe), {.owner = "press"});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->added, 5u);
  Registry added = write(make("added", "passages", kRecipe));
  for (unsigned i = 0; i < 5; ++i) {
    add(added, {.owner = "press", .name = std::to_string(i)}, prose(2000, i));
    const std::string text = prose(100, 50) + prose(2000, i).substr(1000, 4000);
    const RegistryAnswer one = search(registry, text);
    EXPECT_THAT(names(one), ElementsAre(std::to_string(i)));
    EXPECT_EQ(one.hits.front().shared, search(added, text).hits.front().shared);
  }
  EXPECT_EQ(registry.import_segment(segment(kRecipe), {.owner = "press"})->unchanged, 5u);
}

TEST_F(Imported, SegmentsThatAreExportedHoldWhatWasAdded) {
  Registry from = write(make("from", "passages", kRecipe));
  for (unsigned i = 0; i < 4; ++i) {
    add(from, {.owner = i < 3 ? "press" : "other", .name = std::to_string(i)}, prose(2000, i));
  }
  add(from, {.owner = "press", .name = "short"}, "a few");
  EXPECT_EQ(*from.remove({.name = "1"}), 1u);
  const auto done =
      from.export_segment({folder_.path("out.seg"), {.owner = "press"}, 1 << 16}, quiet_);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->documents, 3u);
  Registry to = write(make("to", "passages", kRecipe));
  ASSERT_TRUE(to.import_segment(folder_.path("out.seg"), {.owner = "press"}));
  EXPECT_THAT(to.check(quiet_)->faults, ElementsAre());
  for (unsigned i = 0; i < 4; ++i) {
    const std::string text = prose(100, 50) + prose(2000, i).substr(1000, 4000);
    const RegistrySearchOptions press{.only_owner = "press"};
    const RegistryAnswer before = search(from, text, press), after = search(to, text);
    ASSERT_EQ(names(after), names(before)) << i;
    if (before.hits.empty()) continue;
    EXPECT_EQ(after.hits.front().shared, before.hits.front().shared);
    EXPECT_EQ(after.hits.front().ranges.size(), before.hits.front().ranges.size());
  }
}

TEST_F(Imported, ExportsNothingThatIsSecretUnclearOrNotThere) {
  const std::string key = folder_.write("key", std::string(64, 'a'));
  ::chmod(key.c_str(), 0600);
  const auto refusal = [&](Registry registry, const DocumentCodes& codes = {}) {
    const auto done = registry.export_segment({folder_.path("out.seg"), codes}, quiet_);
    return done ? std::string() : done.error().message;
  };
  EXPECT_THAT(refusal(write(make("keyed", "passages", kRecipe, key), key)), HasSubstr("a key"));
  EXPECT_THAT(refusal(write(make("koala", "koala"))), HasSubstr("not koala"));
  EXPECT_THAT(refusal(write(make("se", "se"))), HasSubstr("not se"));
  const std::string folder = make("plain", "passages", kRecipe);
  EXPECT_THAT(refusal(write(folder)), HasSubstr("no document"));
  {
    Registry registry = write(folder);
    add(registry, {.owner = "a", .name = "same"}, prose(200, 1));
    add(registry, {.owner = "b", .name = "same"}, prose(200, 2));
  }
  EXPECT_THAT(refusal(read(folder)), HasSubstr("have the name same"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out.seg"));
  folder_.write("out.seg", "somebody's");
  EXPECT_THAT(refusal(read(folder), {.owner = "a"}), HasSubstr("--force"));
}

TEST_F(Imported, AreRefusedWhereTheyDoNotFit) {
  EXPECT_THAT(refusal(make("other", "passages", "text/k=30/winnow:w=20")),
              HasSubstr("winnow:w=20"));
  EXPECT_THAT(refusal(make("koala", "koala")), HasSubstr("not koala"));
  const std::string key = folder_.write("key", std::string(64, 'a'));
  ::chmod(key.c_str(), 0600);
  EXPECT_THAT(refusal(make("keyed", "passages", kRecipe, key), key), HasSubstr("without a key"));
  Registry registry = write(make("plain", "passages", kRecipe));
  const std::string pipe = folder_.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const auto refusal_of = [&](const std::string& path) {
    return registry.import_segment(path, {}).error().message;
  };
  EXPECT_THAT(refusal_of(folder_.path("texts/1")), HasSubstr("is not a segment"));
  EXPECT_THAT(refusal_of("/nowhere"), HasSubstr("/nowhere: cannot open"));
  EXPECT_THAT(refusal_of(folder_.path("")), HasSubstr("is not a regular file"));
  EXPECT_THAT(refusal_of(pipe), HasSubstr("is not a regular file"));
}

}  // namespace
}  // namespace whorl
