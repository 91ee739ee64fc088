// Fingerprints that were made elsewhere become documents of a registry.
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

TEST_F(Imported, AreRefusedWhereTheyDoNotFit) {
  EXPECT_THAT(refusal(make("other", "passages", "text/k=30/winnow:w=20")),
              HasSubstr("winnow:w=20"));
  EXPECT_THAT(refusal(make("koala", "koala")), HasSubstr("not koala"));
  const std::string key = folder_.write("key", std::string(64, 'a'));
  ::chmod(key.c_str(), 0600);
  EXPECT_THAT(refusal(make("keyed", "passages", kRecipe, key), key), HasSubstr("without a key"));
  Registry registry = write(make("plain", "passages", kRecipe));
  for (const std::string& path :
       {std::string("/nowhere"), folder_.path("texts/1"), folder_.path("")}) {
    EXPECT_THAT(registry.import_segment(path, {}).error().message, HasSubstr("is no segment"));
  }
}

}  // namespace
}  // namespace whorl
