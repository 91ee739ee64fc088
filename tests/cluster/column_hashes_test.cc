// A column of sketches has the same hashes as a store of the same texts.
#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "../store_contents.h"
#include "../temp_folder.h"
#include "record_list.h"
#include "store/document_table.h"
#include "themed.h"
#include "whorl/cluster.h"
#include "whorl/columns.h"

namespace whorl {
namespace {

using Text = std::optional<std::string>;

// Themed texts, and texts that are equal in bytes, equal up to case, spaces and punctuation,
// non-ASCII, markup, empty, without words, or null.
std::vector<Text> texts() {
  std::vector<Text> all;
  for (const std::string& text : test::themed_texts(40, 3)) {
    all.emplace_back(text);
    if (all.size() % 5 == 1) all.emplace_back(text);
    if (all.size() % 7 == 1) all.emplace_back("W" + text.substr(1) + " .");
  }
  for (const char* text : {"", "", "!?", " .", "Caf\xC3\xA9 au lait", "caf\xC3\xA9, au lait",
                           "<p>caf&eacute; au lait</p>", "\xE6\x96\x87\xE4\xBB\xB6"}) {
    all.emplace_back(text);
    all.emplace_back(std::nullopt);
  }
  return all;
}

SketchColumn column_of(const std::vector<Text>& rows, const std::string& front_end) {
  const TextColumn column{
      rows.size(), [&](std::size_t row) -> std::optional<std::string_view> { return rows[row]; }};
  NoProgress quiet;
  auto made = sketch_column(column, *parse_sketch_method(front_end + "/k=3/mod:25"), 2, quiet);
  EXPECT_TRUE(made) << made.error().message;
  return made ? *made : SketchColumn();
}

struct StoredTexts {
  ClusterSummary summary;
  std::vector<internal::store::DocumentRecord> records;
};

class ColumnHashes : public testing::Test {
 protected:
  StoredTexts stored(const std::vector<Text>& rows, ShingleMethod method, bool positions) {
    std::vector<Record> records(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
      records[row].text = rows[row].value_or("");
      records[row].null = !rows[row];
    }
    test::RecordList list(records);
    ClusterOptions options;
    options.input.records = &list;
    options.shingling = std::move(method);
    options.shingling.shingle = 3;
    options.positions = positions;
    options.store = folder_.path("store" + std::to_string(++made_));
    NoProgress quiet;
    const auto summary = cluster(options, quiet);
    EXPECT_TRUE(summary) << summary.error().message;
    StoredTexts out{summary.value_or(ClusterSummary()), {}};
    const auto manifest = test::manifest_of(options.store);
    const internal::store::StoreFiles files(internal::base::FileSystem::real(), options.store,
                                            manifest.files);
    const auto table = internal::store::DocumentTable::open(files, manifest.ingest.documents);
    const auto read = table->for_each(
        [&](internal::store::DocId, const internal::store::DocumentRecord& record) -> Result<void> {
          out.records.push_back(record);
          return {};
        });
    EXPECT_TRUE(read);
    return out;
  }

  test::TempFolder folder_{"column_hashes"};
  int made_ = 0;
};

TextHash as_text_hash(const internal::base::Hash128& hash) { return {hash.high, hash.low}; }

void expect_equal(const SketchColumn& column, const StoredTexts& stored) {
  for (const auto& record : stored.records) {
    ASSERT_TRUE(record.row());
    EXPECT_EQ(column.content[*record.row()], as_text_hash(record.content)) << *record.row();
    EXPECT_EQ(column.canonical[*record.row()], as_text_hash(record.canonical)) << *record.row();
  }
}

TEST_F(ColumnHashes, AreThoseOfAStore) {
  const auto rows = texts();
  for (const std::string front_end : {"words", "text", "html", "html:words", "bytes"}) {
    const SketchColumn column = column_of(rows, front_end);
    for (const bool positions : {false, true}) {
      const StoredTexts store = stored(rows, {.front_end = front_end}, positions);
      ASSERT_EQ(store.records.size() + 8, rows.size()) << front_end;
      expect_equal(column, store);
    }
  }
  // A store that chooses the tokenizer by kind of record takes the words of texts.
  expect_equal(column_of(rows, "words"), stored(rows, {}, false));
}

TEST_F(ColumnHashes, SayWhichRowsAreDuplicates) {
  const auto rows = texts();
  for (const std::string front_end : {"words", "text"}) {
    const SketchColumn column = column_of(rows, front_end);
    std::set<TextHash> contents, canonicals;
    std::uint64_t identical = 0, lexical = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (!rows[row] || column.content[row] == kHashOfNothing) continue;
      if (!contents.insert(column.content[row]).second) {
        ++identical;
      } else if (column.canonical[row] != kHashOfNothing) {
        lexical += canonicals.insert(column.canonical[row]).second ? 0 : 1;
      }
    }
    const StoredTexts store = stored(rows, {.front_end = front_end}, false);
    EXPECT_GT(identical, 5u);
    EXPECT_GT(lexical, 3u);
    EXPECT_EQ(store.summary.identical, identical) << front_end;
    EXPECT_EQ(store.summary.lexical, lexical) << front_end;
  }
}

TEST_F(ColumnHashes, AreXxh3AndZerosOfANull) {
  const SketchColumn column =
      column_of({"Hello, world", "hello  WORLD", "", "!?", std::nullopt}, "text");
  const std::vector<TextHash> content = {{0x61f0632fb079b54d, 0x7386e91040cf00c3},
                                         {0x3fc33593f13d29f6, 0x6f34c2ecbd30f0a9},
                                         kHashOfNothing,
                                         {0x14ba75e58beb3dd8, 0x1c2588893289b55d},
                                         TextHash()};
  EXPECT_EQ(column.content, content);
  EXPECT_EQ(column.canonical[0], (TextHash{0xddf7ff67be2b60f5, 0x0f178df33653476f}));
  EXPECT_EQ(column.canonical[1], column.canonical[0]);
  EXPECT_EQ(column.canonical[2], kHashOfNothing);
  EXPECT_EQ(column.canonical[3], kHashOfNothing);
  EXPECT_EQ(column.canonical[4], TextHash());
}

}  // namespace
}  // namespace whorl
