#include "store/manifest.h"

#include <gtest/gtest.h>

#include "../temp_folder.h"

namespace whorl::internal::store {
namespace {

Manifest filled() {
  Manifest m;
  m.settings.inputs = {"a", "b"};
  m.settings.front_end = "words";
  m.settings.shingle = 3;
  m.settings.sketch = "vi";
  m.settings.common = 7;
  m.settings.keep_resemblance = 0.25;
  m.settings.survivor_field = "quality";
  m.thresholds = ClusterThresholds{0.5, 0.75, Linkage::survivor, SurvivorChoice::newest, "date"};
  m.ingest.records = 10;
  m.ingest.skipped = {{"x", "why", SkipKind::skipped}, {"y", "how", SkipKind::fallback}};
  m.ingest.more_skipped = 5;
  m.ingest.revisits = 6;
  m.done = {{"read and sketch", 1.5, 100}, {"sort shingles", 2.5, 200}};
  return m;
}

class ManifestFile : public testing::Test {
 protected:
  Manifest saved(const Manifest& manifest) {
    EXPECT_TRUE(save(base::FileSystem::real(), folder_ / "", manifest));
    auto loaded = load(base::FileSystem::real(), folder_ / "");
    EXPECT_TRUE(loaded && *loaded);
    return **loaded;
  }

  test::TempFolder folder_{"manifest"};
};

TEST_F(ManifestFile, GivesBackWhatWasSaved) {
  const Manifest m = filled();
  const Manifest found = saved(m);
  EXPECT_TRUE(same_settings(m.settings, found.settings));
  EXPECT_EQ(found.thresholds, m.thresholds);
  EXPECT_EQ(found.ingest.records, 10u);
  EXPECT_EQ(found.ingest.more_skipped, 5u);
  EXPECT_EQ(found.ingest.revisits, 6u);
  ASSERT_EQ(found.ingest.skipped.size(), 2u);
  EXPECT_EQ(found.ingest.skipped[0].kind, SkipKind::skipped);
  EXPECT_EQ(found.ingest.skipped[1].kind, SkipKind::fallback);
  ASSERT_EQ(found.done.size(), m.done.size());
  EXPECT_EQ(found.done[1].name, m.done[1].name);
  EXPECT_EQ(found.done[1].bytes, 0u);  // times.json has that
}

TEST_F(ManifestFile, TellsOfPositionsOnlyWhereTheyAreKept) {
  Manifest m = filled();
  EXPECT_FALSE(saved(m).settings.positions);
  EXPECT_EQ(folder_.read("store.next.json").find("position"), std::string::npos);
  StoreSettings with = m.settings;
  with.positions = true;
  EXPECT_EQ(same_settings(with, m.settings).error().message,
            "was made with positions = false, not true");
  EXPECT_FALSE(same_settings(m.settings, with));
  EXPECT_FALSE(same_method(with, m.settings, {}));
  EXPECT_TRUE(same_method(m.settings, with, {}));
  m.settings = with;
  m.ingest.position_bytes = 77;
  const Manifest found = saved(m);
  EXPECT_TRUE(found.settings.positions);
  EXPECT_EQ(found.ingest.position_bytes, 77u);
}

TEST_F(ManifestFile, IsOfAStoreOnceItIsPublished) {
  Manifest m = filled();
  saved(m);
  EXPECT_EQ(load_finished(base::FileSystem::real(), folder_ / "").error().code,
            ErrorCode::invalid_argument);
  m.files.files["pairs.bin"] = {"pairs.1.bin", {1000, 77}};
  saved(m);
  ASSERT_TRUE(publish(base::FileSystem::real(), folder_ / ""));
  const auto finished = load_finished(base::FileSystem::real(), folder_ / "");
  ASSERT_TRUE(finished);
  EXPECT_EQ(finished->files, m.files);
  // A run now writes files next to those.
  const auto next = load(base::FileSystem::real(), folder_ / "");
  EXPECT_EQ((*next)->files.generation, m.files.generation + 1);
}

// Whose files it would write over.
TEST_F(ManifestFile, OfARunIsRefusedWhereItIsThatOfTheStore) {
  base::FileSystem& files = base::FileSystem::real();
  Manifest manifest = filled();
  ASSERT_TRUE(save(files, folder_ / "", manifest));
  ASSERT_TRUE(publish(files, folder_ / ""));
  ASSERT_TRUE(save(files, folder_ / "", manifest));
  EXPECT_EQ(load(files, folder_ / "").error().code, ErrorCode::corrupt);
  ++manifest.files.generation;
  ASSERT_TRUE(save(files, folder_ / "", manifest));
  EXPECT_TRUE(load(files, folder_ / ""));
  manifest.files.store = new_file_table().store;
  ASSERT_TRUE(save(files, folder_ / "", manifest));
  EXPECT_EQ(load(files, folder_ / "").error().code, ErrorCode::corrupt);
}

TEST_F(ManifestFile, IsRefusedWhereAByteOfItIsAnother) {
  saved(filled());
  ASSERT_TRUE(publish(base::FileSystem::real(), folder_ / ""));
  const std::string whole = folder_.read("store.json");
  for (std::size_t at = 0; at < whole.size(); at += 3) {
    std::string changed = whole;
    changed[at] = changed[at] == '7' ? '8' : '7';
    folder_.write("store.json", changed);
    EXPECT_FALSE(load_finished(base::FileSystem::real(), folder_ / "")) << at;
  }
}

TEST(StoreSettings, DifferInEveryField) {
  const StoreSettings stored = filled().settings;
  const auto differs = [&](auto change) {
    StoreSettings asked = stored;
    change(asked);
    return !same_settings(asked, stored);
  };
  EXPECT_TRUE(differs([](StoreSettings& s) { s.inputs.pop_back(); }));
  EXPECT_TRUE(differs([](StoreSettings& s) { s.front_end = ""; }));
  EXPECT_TRUE(differs([](StoreSettings& s) { s.shingle = 4; }));
  EXPECT_TRUE(differs([](StoreSettings& s) { s.sketch = "all"; }));
  EXPECT_TRUE(differs([](StoreSettings& s) { s.pairs = "classic"; }));
  EXPECT_TRUE(differs([](StoreSettings& s) { s.common = 8; }));
  EXPECT_TRUE(differs([](StoreSettings& s) { s.verify = false; }));
  EXPECT_TRUE(differs([](StoreSettings& s) { s.keep_resemblance = 0.5; }));
  EXPECT_TRUE(differs([](StoreSettings& s) { s.keep_containment = 0.5; }));
  EXPECT_TRUE(differs([](StoreSettings& s) { s.files_from = "list"; }));
  EXPECT_TRUE(differs([](StoreSettings& s) { s.features_field = "f"; }));
  EXPECT_TRUE(differs([](StoreSettings& s) { s.survivor_field = ""; }));
  EXPECT_TRUE(differs([](StoreSettings& s) { s.across = true; }));
}

TEST(StoreMethods, DifferWhereTheyWereAskedFor) {
  const StoreSettings stored = filled().settings, unset;
  EXPECT_TRUE(same_method(unset, stored, unset));
  const auto differs = [&](auto change) {
    StoreSettings asked;
    change(asked);
    return !same_method(asked, stored, unset);
  };
  EXPECT_TRUE(differs([](StoreSettings& s) { s.front_end = "text"; }));
  EXPECT_TRUE(differs([](StoreSettings& s) { s.shingle = 4; }));
  EXPECT_TRUE(differs([](StoreSettings& s) { s.sketch = "all"; }));
  EXPECT_TRUE(differs([](StoreSettings& s) { s.pairs = "classic"; }));
  EXPECT_TRUE(differs([](StoreSettings& s) { s.common = 8; }));
  EXPECT_TRUE(differs([](StoreSettings& s) { s.verify = false; }));
  EXPECT_TRUE(differs([](StoreSettings& s) { s.features_field = "f"; }));
  EXPECT_FALSE(differs([](StoreSettings& s) { s.inputs = {"c"}; }));
}

}  // namespace
}  // namespace whorl::internal::store
