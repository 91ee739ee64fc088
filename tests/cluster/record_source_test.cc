// Documents from a RecordSource: they give the same stores as files, and sources may fail.
#include "whorl/record_source.h"

#include <gtest/gtest.h>

#include "../store_contents.h"
#include "../temp_folder.h"
#include "input/collection.h"
#include "record_list.h"
#include "stop_after.h"
#include "store/document_table.h"
#include "themed.h"
#include "whorl/dedup.h"
#include "whorl/store.h"

namespace whorl {
namespace {

constexpr const char* kFiles[] = {"documents.bin",  "names.bin", "sketches.bin", "shingles.bin",
                                  "index.bin",      "pairs.bin", "clusters.bin", "lookup.bin",
                                  "clusters.jsonl", "pairs.tsv"};

// Six records; rows 1 and 4 are not UTF-8.
std::vector<Record> with_bad_rows() {
  std::vector<Record> records(6);
  for (std::size_t i = 0; i < records.size(); ++i) {
    records[i].id = std::to_string(i);
    records[i].text = "a text of its own words number" + std::to_string(i);
  }
  records[1].text = records[4].text = "caf\xE9 in latin1";
  return records;
}

class FromRecords : public testing::Test {
 protected:
  FromRecords() {
    lines_ = test::themed_lines(400, 5, "d");
    lines_.push_back(R"({"url":"http://one/","date":"2026-05-01","text":"one by its url"})");
    lines_.push_back(R"({"text":"named by its place"})");
    lines_.push_back(R"({"id":"empty","text":""})");
    folder_.write("in.jsonl", test::joined(lines_));
  }

  ClusterOptions options(const std::string& store) const {
    ClusterOptions o;
    o.store = folder_.path(store);
    o.shingling.shingle = 3;
    o.write_pairs = true;
    return o;
  }
  ClusterOptions from_file(const std::string& store) const {
    ClusterOptions o = options(store);
    o.input.inputs = {folder_.path("in.jsonl")};
    return o;
  }
  ClusterOptions from(RecordSource& source, const std::string& store) const {
    ClusterOptions o = options(store);
    o.input.records = &source;
    return o;
  }
  std::string input() const { return folder_.path("in.jsonl"); }

  void expect_same(const std::string& a, const std::string& b) const {
    for (const char* file : kFiles) {
      EXPECT_EQ(without_rows(test::contents_of(folder_ / a, file), file),
                without_rows(test::contents_of(folder_ / b, file), file))
          << file;
    }
  }
  // Removes the row numbers, which only documents from a source have.
  static std::string without_rows(std::string bytes, std::string_view file) {
    using internal::store::DocumentRecord;
    if (file != "documents.bin") return bytes;
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(DocumentRecord)) {
      bytes.replace(at + offsetof(DocumentRecord, row_from_1), 4, 4, '\0');
    }
    return bytes;
  }
  using Rows = std::vector<std::optional<std::uint64_t>>;
  Rows rows_of(const std::string& store) const {
    Rows rows;
    auto reader = StoreReader::open(folder_.path(store));
    EXPECT_TRUE(reader);
    EXPECT_TRUE(reader->for_each_document([&](const DocumentEntry& entry) -> Result<bool> {
      rows.push_back(entry.document.row);
      return true;
    }));
    return rows;
  }

  test::TempFolder folder_{"records"};
  std::vector<std::string> lines_;
  NoProgress quiet_;
};

TEST_F(FromRecords, MakesTheStoreOfTheEquivalentFile) {
  test::RecordList source(test::records_of(lines_), input());
  ASSERT_TRUE(cluster(from_file("file"), quiet_));
  const auto summary = cluster(from(source, "memory"), quiet_);
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_EQ(summary->documents, lines_.size());
  expect_same("file", "memory");
}

TEST_F(FromRecords, ReadsTheNumberOfTheFieldThatSurvives) {
  test::RecordList source(test::records_of({R"({"id":"a","n":1,"text":"x y z u v w"})",
                                            R"({"id":"b","n":7,"text":"x y z u v w"})",
                                            R"({"id":"c","n":3,"text":"x y z u v w"})"}));
  ClusterOptions o = from(source, "field");
  o.thresholds.survivor = SurvivorChoice::field;
  o.thresholds.survivor_field = "n";
  ASSERT_TRUE(cluster(o, quiet_));
  EXPECT_EQ(folder_.read_lines("field/clusters.jsonl").front()["survivor"], "b");
}

TEST_F(FromRecords, TakesFeaturesInPlaceOfTexts) {
  const std::vector<std::string> lines{R"({"id":"a","tags":["x","y","z"]})",
                                       R"({"id":"b","tags":["z","x","y","u"]})",
                                       R"({"id":"c","tags":["p","q"]})"};
  folder_.write("in.jsonl", test::joined(lines));
  test::RecordList source(test::records_of(lines), input());
  ClusterOptions file = from_file("file"), memory = from(source, "memory");
  file.input.features_field = memory.input.features_field = "tags";
  ASSERT_TRUE(cluster(file, quiet_));
  ASSERT_TRUE(cluster(memory, quiet_));
  expect_same("file", "memory");
}

TEST_F(FromRecords, ConvertsWhatIsOfAMediaType) {
  Record page;
  page.id = "page";
  page.text = "<p>one two <b>three</b> caf\xE9 five</p><script>no</script>";
  page.media_type = "text/html; charset=latin1";
  Record text;
  text.id = "text";
  text.text = "one two three caf\u00e9 five";
  test::RecordList source({page, text});
  const auto summary = cluster(from(source, "web"), quiet_);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->lexical, 1u);
}

TEST_F(FromRecords, AreAddedToAStore) {
  const auto records = test::records_of(lines_);
  const std::size_t half = records.size() / 2;
  const auto middle = records.begin() + static_cast<std::ptrdiff_t>(half);
  test::RecordList all(records, "all"), one({records.begin(), middle}, "one"),
      two({middle, records.end()}, "two"), again(records, "one"), third({records[0]}, "three");
  ClusterOptions whole = from(all, "whole"), first = from(one, "grown"), rest = from(two, "grown");
  for (ClusterOptions* o : {&whole, &first, &rest}) o->shingling.sketch = "all";
  ASSERT_TRUE(cluster(whole, quiet_));
  ASSERT_TRUE(cluster(first, quiet_));
  const auto summary = cluster_into(rest, quiet_);
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_EQ(summary->documents, records.size());
  EXPECT_EQ(test::contents_of(folder_ / "grown", "pairs.bin"),
            test::contents_of(folder_ / "whole", "pairs.bin"));
  const auto refused = cluster_into(from(again, "grown"), quiet_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "one: is in the store already");
}

TEST_F(FromRecords, DedupWritesWhatItWritesOfTheFile) {
  test::RecordList source(test::records_of(lines_), input());
  DedupOptions file, memory;
  file.cluster = from_file("");
  memory.cluster = from(source, "");
  file.cluster.store = memory.cluster.store = "";
  file.cluster.thresholds.linkage = memory.cluster.thresholds.linkage = Linkage::survivor;
  file.output = folder_.path("file.jsonl");
  memory.output = folder_.path("memory.jsonl");
  const auto of_file = dedup(file, quiet_);
  const auto of_memory = dedup(memory, quiet_);
  ASSERT_TRUE(of_memory) << of_memory.error().message;
  EXPECT_LT(of_memory->kept, lines_.size());
  EXPECT_EQ(of_memory->kept, of_file->kept);
  EXPECT_EQ(folder_.read("memory.jsonl"), folder_.read("file.jsonl"));
  EXPECT_EQ(folder_.read("memory.removed.jsonl"), folder_.read("file.removed.jsonl"));
}

TEST_F(FromRecords, ANullRecordIsSkippedAndAnEmptyOneIsADocument) {
  auto records = with_bad_rows();
  records[2].null = true;
  records[3].text.clear();
  test::RecordList source(records);
  const auto summary = cluster(from(source, "nulls"), quiet_);
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_EQ(rows_of("nulls"), (Rows{0, 3, 5}));
  const auto null = std::ranges::find(summary->skipped, "records:3", &Skipped::path);
  ASSERT_NE(null, summary->skipped.end());
  EXPECT_EQ(null->reason, "is null: it has no text");
  EXPECT_EQ(null->row, 2u);

  DedupOptions o;
  o.cluster = from(source, "");
  o.cluster.store.clear();
  o.output = folder_.path("kept.jsonl");
  const auto done = dedup(o, quiet_);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->documents, 3u);
  EXPECT_EQ(folder_.read("kept.jsonl").find("\"2\""), std::string::npos);
  EXPECT_NE(folder_.read("kept.removed.jsonl").find("is null"), std::string::npos);
}

// A list whose rewind() does nothing.
class Once final : public test::RecordList {
 public:
  using RecordList::RecordList;
  Result<void> rewind() override { return {}; }
};

TEST_F(FromRecords, SaysThatASourceCanBeReadOnlyOnce) {
  Once once(test::records_of(lines_), "rows");
  ASSERT_TRUE(cluster(from(once, "once"), quiet_));
  const auto again = cluster(from(once, "once"), quiet_);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::unsupported);
  EXPECT_EQ(again.error().message.find("rows: the source has no more records"), 0u);

  Once twice(test::records_of(lines_), "rows");
  DedupOptions o;
  o.cluster = from(twice, "");
  o.cluster.store.clear();
  o.output = folder_.path("kept.jsonl");
  const auto failed = dedup(o, quiet_);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::unsupported);
  EXPECT_NE(failed.error().message.find("rewind()"), std::string::npos);
}

// Returns some records and then misbehaves.
class Broken final : public RecordSource {
 public:
  using Then = Result<bool> (*)(Record&);
  Broken(std::size_t good, Then then) : good_(good), then_(then) {}
  Result<bool> next(Record& record) override {
    if (at_ == good_) return then_(record);
    record.id = std::to_string(at_++);
    record.text = "the same few words in each of them";
    return true;
  }

 private:
  std::size_t good_;
  Then then_;
  std::size_t at_ = 0;
};

TEST_F(FromRecords, TellsAtWhichRecordTheSourceFailed) {
  Broken fails(3, [](Record&) -> Result<bool> { return fail(ErrorCode::io, "the line is cut"); });
  const auto failed = cluster(from(fails, "fails"), quiet_);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::io);
  EXPECT_EQ(failed.error().message, "records:4: the line is cut");

  Broken throws(3, [](Record&) -> Result<bool> { throw std::runtime_error("out of rows"); });
  const auto thrown = cluster(from(throws, "throws"), quiet_);
  ASSERT_FALSE(thrown);
  EXPECT_EQ(thrown.error().message, "records:4: the source of records threw: out of rows");

  Broken starves(3, [](Record&) -> Result<bool> { throw std::bad_alloc(); });
  EXPECT_EQ(cluster(from(starves, "starves"), quiet_).error().code, ErrorCode::out_of_memory);
}

TEST_F(FromRecords, AFailedRunGoesOnWithASourceThatBeginsAnew) {
  const auto records = test::records_of(lines_);
  test::RecordList whole(records, "in"), again(records, "in"), stopped(records, "in");
  ASSERT_TRUE(cluster(from(whole, "whole"), quiet_));
  test::StopAfter stop(100);
  const auto cancelled = cluster(from(stopped, "resumed"), stop);
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().code, ErrorCode::cancelled);
  ASSERT_TRUE(cluster(from(again, "resumed"), quiet_));
  expect_same("whole", "resumed");
}

TEST_F(FromRecords, ListsRecordsThatAreNoDocuments) {
  Record good, invalid, named;
  good.id = "good";
  good.text = "all of this is text";
  invalid.id = "invalid";
  invalid.text = "caf\xE9 in latin1";
  named.id = std::string(70'000, 'x');
  named.text = "a text with a name that is too long";
  test::RecordList source({invalid, good, named, good, {}});
  const auto summary = cluster(from(source, "bad"), quiet_);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->documents, 3u);  // the last one is empty, but still a document
  std::map<std::string, std::string> listed;
  for (const Skipped& s : summary->skipped) listed[s.path] += s.reason;
  EXPECT_EQ(listed["records:1"], "its text is not valid UTF-8");
  EXPECT_EQ(listed["records:3"], "its id, URL and date are longer than 64 KiB");
  EXPECT_EQ(listed["good"], "is the id of several documents; they count as different documents");
  EXPECT_NE(listed["records:5"].find("is empty"), std::string::npos);
}

TEST_F(FromRecords, SkippedRecordsHaveNumbersToo) {
  test::RecordList source(with_bad_rows(), "one");
  const auto summary = cluster(from(source, "rows"), quiet_);
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_EQ(rows_of("rows"), (Rows{0, 2, 3, 5}));
  ASSERT_EQ(summary->skipped.size(), 2u);
  EXPECT_EQ(summary->skipped[0].row, 1u);
  EXPECT_EQ(summary->skipped[1].row, 4u);

  test::RecordList again(with_bad_rows(), "one");
  const auto known = cluster(from(again, "rows"), quiet_);
  ASSERT_TRUE(known);
  EXPECT_EQ(known->skipped.at(1).row, 4u) << "from the manifest";

  auto reader = StoreReader::open(folder_.path("rows"));
  ASSERT_TRUE(reader);
  const auto found = reader->matches("a text of its own words number3");
  ASSERT_TRUE(found);
  ASSERT_FALSE(found->empty());
  EXPECT_EQ(found->front().document.row, 3u);
}

TEST_F(FromRecords, EachSourceOfAStoreCountsItsOwnRecords) {
  auto more = with_bad_rows();
  for (Record& record : more) record.id += "b";
  test::RecordList one(with_bad_rows(), "one"), two(more, "two"), three(with_bad_rows(), "three");
  ASSERT_TRUE(cluster(from(one, "grown"), quiet_));
  ASSERT_TRUE(cluster_into(from(two, "grown"), quiet_));
  ASSERT_TRUE(cluster(from(three, "other"), quiet_));
  ASSERT_TRUE(cluster(from_file("file"), quiet_));
  const auto merged = merge(
      {.stores = {folder_.path("other"), folder_.path("grown")}, .output = folder_.path("merged")},
      quiet_);
  ASSERT_TRUE(merged) << merged.error().message;
  EXPECT_EQ(rows_of("grown"), (Rows{0, 2, 3, 5, 0, 2, 3, 5}));
  EXPECT_EQ(rows_of("merged"), (Rows{0, 2, 3, 5, 0, 2, 3, 5, 0, 2, 3, 5}));
  EXPECT_EQ(rows_of("file"), Rows(lines_.size()));
}

TEST_F(FromRecords, LinesOfFilesThatAreSkippedHaveNumbersOverAllInputs) {
  folder_.write("a.jsonl", "{\"text\":\"one of two\"}\n{\"text\":\"two of two\"}\n");
  folder_.write("b.jsonl", "{\"text\":\"good\"}\nno JSON\n{\"text\":\"good again\"}\n");
  ClusterOptions o = options("lines");
  o.input.inputs = {folder_.path("a.jsonl"), folder_.path("b.jsonl")};
  const auto summary = cluster(o, quiet_);
  ASSERT_TRUE(summary);
  const auto bad = std::ranges::find(summary->skipped, SkipKind::skipped, &Skipped::kind);
  ASSERT_NE(bad, summary->skipped.end());
  EXPECT_EQ(bad->row, 3u);
}

TEST_F(FromRecords, PassesOverWhatIsLargerThanADocumentMayBe) {
  Record small, large;
  small.text = "small";
  large.text = std::string(65, 'x');
  test::RecordList source({large, small});
  const auto records = internal::input::read_records(source, {}, 64);
  internal::input::CollectionRecord record;
  ASSERT_TRUE(*records->next(record));
  EXPECT_EQ(record.bytes, "small");
  EXPECT_FALSE(*records->next(record));
  EXPECT_EQ(records->skipped().front().reason, "is larger than 64 bytes");
}

TEST_F(FromRecords, RefusesASourceBesideInputsAndOneThatDedupCannotReadTwice) {
  test::RecordList source(test::records_of(lines_));
  ClusterOptions both = from_file("both");
  both.input.records = &source;
  EXPECT_EQ(cluster(both, quiet_).error().code, ErrorCode::invalid_argument);

  Broken once(3, [](Record&) -> Result<bool> { return false; });
  DedupOptions o;
  o.cluster = from(once, "once");
  o.output = folder_.path("kept.jsonl");
  EXPECT_EQ(dedup(o, quiet_).error().code, ErrorCode::unsupported);
  EXPECT_FALSE(std::filesystem::exists(folder_.path("once")));
}

TEST_F(FromRecords, DedupRefusesALineThatIsNoObject) {
  auto records = test::records_of(lines_);
  records[1].line = "no object";
  test::RecordList source(records);
  DedupOptions o;
  o.cluster = from(source, "lines");
  o.output = folder_.path("kept.jsonl");
  const auto refused = dedup(o, quiet_);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("records:2"), std::string::npos);
}

}  // namespace
}  // namespace whorl
