// CSV and TSV: a row is a document, whatever its quotes and encoding. Bad rows are listed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "input/collection.h"
#include "make_archive.h"
#include "temp_folder.h"

namespace whorl::internal::input {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct ReadCsv {
  std::vector<CollectionRecord> records;
  std::vector<Skipped> skipped;

  template <class Member>
  auto all(Member member) const {
    std::vector<std::decay_t<decltype(records[0].*member)>> values;
    for (const CollectionRecord& record : records) values.push_back(record.*member);
    return values;
  }
  auto texts() const { return all(&CollectionRecord::bytes); }
};

CollectionOptions by_rows() {
  CollectionOptions options;
  options.text_field = "text";
  options.keep_lines = true;
  return options;
}

ReadCsv read_csv(const std::string& path, const CollectionOptions& options = by_rows()) {
  ReadCsv out;
  auto collection = Collection::open({path}, options);
  EXPECT_TRUE(collection);
  CollectionRecord record;
  while (*(*collection)->next(record)) out.records.push_back(record);
  out.skipped = (*collection)->skipped();
  return out;
}

template <class Text>
std::string bytes_of_units(const Text& text) {
  return {reinterpret_cast<const char*>(text.data()), text.size() * sizeof(text[0])};
}

TEST(Csv, TakesTheColumnsThatJsonLinesTake) {
  const TempFolder folder;
  CollectionOptions options = by_rows();
  options.rank_field = "score";
  const ReadCsv got = read_csv(
      folder.write("in.csv",
                   "id,url,text,created,score\na,u,one,2026,2.5\n,v,two,,high\n,,three,,\n"),
      options);
  EXPECT_THAT(got.texts(), ElementsAre("one", "two", "three"));
  EXPECT_THAT(got.all(&CollectionRecord::id), ElementsAre("a", "v", folder.at("in.csv") + ":4"));
  EXPECT_THAT(got.all(&CollectionRecord::url), ElementsAre("u", "v", ""));
  EXPECT_THAT(got.all(&CollectionRecord::date), ElementsAre("2026", "", ""));
  EXPECT_EQ(got.records[0].rank, 2.5);
  EXPECT_TRUE(std::isnan(got.records[1].rank));
  EXPECT_THAT(got.skipped, IsEmpty());
}

TEST(Csv, KnowsTheSeparator) {
  const TempFolder folder;
  const std::string semicolons = "id;text\na;one, two\n";
  EXPECT_THAT(read_csv(folder.write("a.csv", semicolons)).texts(), ElementsAre("one, two"));
  const std::string tabs = "id\ttext\na\tone, two; three\nb\t\"four\tfive\"\n";
  EXPECT_THAT(read_csv(folder.write("a.tsv", tabs)).texts(),
              ElementsAre("one, two; three", "four\tfive"));
  const std::string one_column = "text\none\n";
  EXPECT_THAT(read_csv(folder.write("one.csv", one_column)).texts(), ElementsAre("one"));
}

TEST(Csv, UnquotesCells) {
  const TempFolder folder;
  const ReadCsv got =
      read_csv(folder.write("in.csv",
                            "\"id\",\"text\"\n1,\"a, b\"\n2,\"she said \"\"no\"\"\"\n3,\"\"\n4,\n"
                            "5, blanks stay \n6,5\" disk\n7,\"two\nlines\"\n8,\"two\r\nends\"\n"));
  EXPECT_THAT(got.texts(), ElementsAre("a, b", "she said \"no\"", "", "", " blanks stay ",
                                       "5\" disk", "two\nlines", "two\r\nends"));
  EXPECT_THAT(got.records[7].place, HasSubstr("in.csv:10"));  // the line on which the row begins
  EXPECT_EQ(got.records[7].row, 7u);
  EXPECT_THAT(got.skipped, IsEmpty());
}

TEST(Csv, KeepsTheBytesOfRows) {
  const TempFolder folder;
  const std::string crlf = "a,\"x \"\"y\"\"\r\nz\"\r\n", lf = "b,one\n", cr = "c,two\r",
                    none = "d,3";
  for (const char* name : {"in.csv", "in.csv.gz"}) {
    const std::string bytes = "id,text\r\n" + crlf + lf + "\n\r\n" + cr + none;
    const bool packed = std::string_view(name).ends_with(".gz");
    const ReadCsv got = read_csv(folder.write(name, packed ? make_gzip(bytes) : bytes));
    EXPECT_THAT(got.all(&CollectionRecord::table_row), ElementsAre(crlf, lf, cr, none));
    EXPECT_THAT(got.texts(), ElementsAre("x \"y\"\r\nz", "one", "two", "3"));
  }
}

TEST(Csv, ReadsPackedFiles) {
  const TempFolder folder;
  for (const auto& [ending, packing] : {std::pair{".gz", FilePacking::gzip},
                                        {".bz2", FilePacking::bzip2},
                                        {".xz", FilePacking::xz},
                                        {".zst", FilePacking::zstd}}) {
    const std::string path =
        folder.write(std::string("in.csv") + ending, make_packed(packing, "id,text\n1,one\n"));
    EXPECT_THAT(read_csv(path).texts(), ElementsAre("one")) << ending;
  }
}

TEST(Csv, ReadsUtf8WithAndWithoutMark) {
  const TempFolder folder;
  for (const std::string mark : {"", "\xEF\xBB\xBF"}) {
    const ReadCsv got = read_csv(folder.write("in.csv", mark + "\"text\",id\ncaf\u00E9,1\n"));
    EXPECT_THAT(got.texts(), ElementsAre("caf\u00E9"));
    EXPECT_THAT(got.skipped, IsEmpty());
  }
}

TEST(Csv, ConvertsUtf16AndUtf32) {
  const TempFolder folder;
  std::u16string wide = u"\uFEFFid,text\r\n";
  std::u32string wider = U"\U0000FEFFid,text\r\n";
  for (int i = 0; i < 50'000; ++i) {  // enough for many blocks
    wide += u"1,\"caf\u00E9 \U0001F600\nzwei\"\r\n";
    wider += U"1,\"caf\u00E9 \U0001F600\nzwei\"\r\n";
  }
  const std::string files[] = {folder.write("wide.csv", bytes_of_units(wide)),
                               folder.write("unmarked.csv", bytes_of_units(wide.substr(1))),
                               folder.write("wider.csv", bytes_of_units(wider))};
  for (const std::string& path : files) {
    const ReadCsv got = read_csv(path);
    ASSERT_EQ(got.records.size(), 50'000u) << path;
    EXPECT_EQ(got.records.back().bytes, "caf\u00E9 \U0001F600\nzwei");
    EXPECT_EQ(got.records.back().table_row, "1,\"caf\u00E9 \U0001F600\nzwei\"\r\n");
    ASSERT_EQ(got.skipped.size(), 1u);
    EXPECT_EQ(got.skipped[0].kind, SkipKind::fallback);
    EXPECT_THAT(got.skipped[0].reason, HasSubstr("its rows are read, and written, as UTF-8"));
  }
}

TEST(Csv, ConvertsALegacyEncodingAndSaysWhich) {
  const TempFolder folder;
  std::string bytes = "id,text\n";
  for (int i = 0; i < 200; ++i) bytes += "1,d\xE9j\xE0 vu \xE0 la fen\xEAtre du ch\xE2teau\n";
  const ReadCsv got = read_csv(folder.write("in.csv", bytes + "2,\x93\x80\x94\n"));
  ASSERT_EQ(got.records.size(), 201u);
  EXPECT_EQ(got.records.back().bytes, "\u201C\u20AC\u201D");  // characters that ISO-8859-1 lacks
  EXPECT_EQ(got.records[0].bytes, "d\u00E9j\u00E0 vu \u00E0 la fen\u00EAtre du ch\u00E2teau");
  ASSERT_EQ(got.skipped.size(), 1u);
  EXPECT_THAT(got.skipped[0].reason, HasSubstr("as UTF-8"));
  // One letter is little evidence: the row is either converted correctly or not read.
  const ReadCsv small = read_csv(folder.write("small.csv", "id,text\n1,caf\xE9\n"));
  ASSERT_EQ(small.skipped.size(), 1u);
  if (!small.records.empty()) {
    EXPECT_EQ(small.records[0].bytes, "caf\u00E9");
  }
}

TEST(Csv, KnowsUtf8IfTheFirstBlockCutsACharacter) {
  const TempFolder folder;
  for (std::size_t before = 0; before < 4; ++before) {
    std::string bytes = "text\n" + std::string(before, 'x') + "\n";
    while (bytes.size() < (3u << 20)) bytes += "\U0001F600\U0001F601\n";
    const ReadCsv got = read_csv(folder.write("in.csv", bytes));
    EXPECT_THAT(got.skipped, IsEmpty());
    EXPECT_EQ(got.records.back().bytes, "\U0001F600\U0001F601");
  }
}

TEST(Csv, CountsWhatItsEncodingDoesNotDefine) {
  const TempFolder folder;
  std::u16string wide = u"\uFEFFtext\none two three\nfour five\n";
  wide[8] = 0xD800;  // a lone surrogate
  const ReadCsv got = read_csv(folder.write("in.csv", bytes_of_units(wide)));
  EXPECT_THAT(got.texts(), ElementsAre("on\uFFFD two three", "four five"));
  ASSERT_EQ(got.skipped.size(), 2u);
  EXPECT_THAT(got.skipped[1].reason, HasSubstr("1 byte sequence"));
}

TEST(Csv, ListsRowsThatAreNotUtf8) {
  const TempFolder folder;
  std::string bytes = "id,text\n";
  for (int i = 0; i < 100; ++i) bytes += "1,caf\u00E9\n";
  const ReadCsv got = read_csv(folder.write("in.csv", bytes + "2,caf\xE9\n3,end\n"));
  EXPECT_EQ(got.records.size(), 101u);
  ASSERT_EQ(got.skipped.size(), 1u);
  EXPECT_THAT(got.skipped[0].path, HasSubstr("in.csv:102"));
  EXPECT_THAT(got.skipped[0].reason, HasSubstr("is not valid UTF-8"));
  EXPECT_EQ(got.skipped[0].row, 100u);
  EXPECT_EQ(got.records.back().row, 101u);
}

TEST(Csv, RefusesBinaryFiles) {
  const TempFolder folder;
  std::string bytes;
  for (int i = 0; i < 4096; ++i) bytes += static_cast<char>(i * 7 % 31);
  const ReadCsv got = read_csv(folder.write("in.csv", bytes));
  EXPECT_THAT(got.records, IsEmpty());
  ASSERT_EQ(got.skipped.size(), 1u);
}

TEST(Csv, ListsRowsOfAnotherNumberOfCells) {
  const TempFolder folder;
  const ReadCsv got = read_csv(folder.write("in.csv", "id,text\n1,one\n2\n3,x,y\n4,four\n"));
  EXPECT_THAT(got.texts(), ElementsAre("one", "four"));
  EXPECT_EQ(got.records[1].row, 3u);
  ASSERT_EQ(got.skipped.size(), 2u);
  EXPECT_EQ(got.skipped[0].reason, "the row has 1 cell, and the header 2 columns");
  EXPECT_EQ(got.skipped[1].reason, "the row has 3 cells, and the header 2 columns");
  EXPECT_EQ(got.skipped[1].row, 2u);
}

TEST(Csv, NamesTheColumnsIfTheTextIsMissing) {
  const TempFolder folder;
  const std::pair<std::string, const char*> files[] = {
      {"name,body\na,one\n", "has no column 'text': name one with --text; it has name, body"},
      {"1,one two\n2,three\n", "it has 1, one two"},
      {"text,text\na,b\n", "has two columns 'text'; rename one"},
      {"\"text\na,b\n", "has a quote in its header that never closes"}};
  for (const auto& [bytes, why] : files) {
    const ReadCsv got = read_csv(folder.write("in.csv", bytes));
    EXPECT_THAT(got.records, IsEmpty());
    ASSERT_EQ(got.skipped.size(), 1u) << why;
    EXPECT_EQ(got.skipped[0].kind, SkipKind::skipped);
    EXPECT_THAT(got.skipped[0].reason, HasSubstr(why));
  }
  CollectionOptions options = by_rows();
  options.id_field = "uuid";
  const ReadCsv got = read_csv(folder.write("in.csv", "text\none\n"), options);
  EXPECT_EQ(got.records.size(), 1u);
  ASSERT_EQ(got.skipped.size(), 1u);
  EXPECT_THAT(got.skipped[0].reason, HasSubstr("has no column 'uuid'"));
}

TEST(Csv, HasNoRowsInAnEmptyFile) {
  const TempFolder folder;
  for (const std::string bytes : {"", "\n\r\n", "\xEF\xBB\xBF", "text\n", "text"}) {
    const ReadCsv got = read_csv(folder.write("in.csv", bytes));
    EXPECT_THAT(got.records, IsEmpty());
    EXPECT_THAT(got.skipped, IsEmpty());
  }
}

TEST(Csv, ListsAQuoteThatNeverCloses) {
  const TempFolder folder;
  const ReadCsv got = read_csv(folder.write("in.csv", "id,text\n1,one\n2,\"two\n3,three\n"));
  EXPECT_THAT(got.texts(), ElementsAre("one"));
  ASSERT_EQ(got.skipped.size(), 1u);
  EXPECT_THAT(got.skipped[0].path, HasSubstr("in.csv:3"));
  EXPECT_THAT(got.skipped[0].reason, HasSubstr("never closes"));
}

TEST(Csv, PassesOverRowsLongerThanTheLimit) {
  const TempFolder folder;
  CollectionOptions options = by_rows();
  options.record_bytes = 1000;
  const std::string many_cells(100'000, ','), many_quotes(100'001, '"'), letters(1'000'000, 'x');
  const ReadCsv got =
      read_csv(folder.write("in.csv", "id,text\n1,one\n2," + letters + "\n3,\"" + letters + "\n" +
                                          letters + "\"\n4" + many_cells + "\n5," + many_quotes +
                                          "\"\n6,six\n7,\"" + letters),
               options);
  EXPECT_THAT(got.texts(), ElementsAre("one", "six"));
  ASSERT_EQ(got.skipped.size(), 5u);
  for (int i = 0; i < 4; ++i) EXPECT_THAT(got.skipped[i].reason, HasSubstr("1000 bytes")) << i;
  EXPECT_THAT(got.skipped[4].reason, HasSubstr("never closes"));
  EXPECT_EQ(got.records[1].row, 5u);
}

TEST(Csv, ReadsNulsAsTheyAre) {
  const TempFolder folder;
  std::string bytes = "id,text\n";
  for (int i = 0; i < 100; ++i) bytes += "1,one two three\n";
  bytes.append("2,a\0b\n", 6);
  EXPECT_EQ(read_csv(folder.write("in.csv", bytes)).texts().back(), std::string("a\0b", 3));
}

TEST(Csv, ListsTheEndOfADamagedFile) {
  const TempFolder folder;
  std::string rows = "id,text\n";
  for (int i = 0; i < 100'000; ++i) rows += std::to_string(i) + "," + std::to_string(i * 7) + "\n";
  std::string packed = make_gzip(rows);
  packed.resize(packed.size() / 2);
  const ReadCsv got = read_csv(folder.write("cut.csv.gz", packed));
  ASSERT_GE(got.skipped.size(), 1u);
  EXPECT_THAT(got.skipped.back().reason, HasSubstr("is cut off or damaged"));
}

TEST(Csv, IsOneDocumentWithoutAColumn) {
  const TempFolder folder;
  const std::string path = folder.write("in.csv", "id,text\n1,one\n2,two\n");
  const ReadCsv got = read_csv(path, {});
  ASSERT_EQ(got.records.size(), 1u);
  EXPECT_EQ(got.records[0].shape, RecordShape::file);
  ASSERT_EQ(got.skipped.size(), 1u);
  EXPECT_THAT(got.skipped[0].reason,
              HasSubstr("give --text COLUMN to read each row as a document"));
  CollectionOptions options = by_rows();
  options.features_field = "tags";
  const ReadCsv features = read_csv(path, options);
  EXPECT_THAT(features.records, IsEmpty());
  ASSERT_EQ(features.skipped.size(), 1u);
  EXPECT_THAT(features.skipped[0].reason, HasSubstr("has no lists of features"));
}

}  // namespace
}  // namespace whorl::internal::input
