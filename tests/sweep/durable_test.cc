// Everything that the manifest of a sweep names is on the disk before the manifest is.
#include <gtest/gtest.h>

#include "../temp_folder.h"
#include "../unsynced_files.h"
#include "jobs/collection/sweep/page_merge.h"
#include "store/ingest.h"

namespace whorl::internal::sweep {
namespace {

TEST(MergedPages, AreOnTheDiskWhenTheManifestNamesThem) {
  test::TempFolder folder("durable");
  test::UnsyncedFiles files;
  const base::FileSystem::Path store = folder / "web", draft = store / "draft";
  ASSERT_TRUE(base::make_folder(draft));
  CollectionInput input;
  input.inputs = {folder.write("a.jsonl",
                               "{\"url\":\"http://a.org/x\",\"text\":\"one two three four\"}\n"
                               "{\"url\":\"http://a.org/y\",\"text\":\"five six seven\"}\n")};
  auto reading =
      store::Reading::open(input, *store::Shingling::parse("words", {.k = 2}, "all"), "");
  ASSERT_TRUE(reading) << reading.error().message;
  NoProgress quiet;
  const auto checkpoint = [](const store::IngestState&) { return Result<void>(); };
  store::StoreFiles draft_files(files, draft, store::new_file_table());
  const auto read = store::ingest({draft_files, checkpoint, 1}, *reading, {}, quiet);
  ASSERT_TRUE(read) << read.error().message;
  base::SortBudget budget;
  budget.memory = 1 << 20;
  budget.directory = draft;
  SweepManifest manifest;
  store::StoreFiles store_files(files, store, manifest.files);
  const auto merged = merge_pages(
      {store_files, nullptr, draft_files, read->documents, "2026-05-01"}, budget, manifest, quiet);
  ASSERT_TRUE(merged) << merged.error().message;
  EXPECT_EQ(merged->pages, 2u);
  EXPECT_EQ(files.in(store), std::set<std::string>());
}

}  // namespace
}  // namespace whorl::internal::sweep
