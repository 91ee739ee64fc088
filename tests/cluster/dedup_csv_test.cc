// dedup of CSV and TSV decides as for JSON lines, and writes the kept rows unchanged.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "../temp_folder.h"
#include "base/compressed_file.h"
#include "base/file_system.h"
#include "input/archives/byte_stream.h"
#include "whorl/dedup.h"
#include "whorl/repeats.h"
#include "whorl/store.h"

namespace whorl::internal::cluster {
namespace {

using testing::HasSubstr;

std::string text_of(int from, int count) {
  std::string text;
  for (int word = from; word < from + count; ++word) text += "w" + std::to_string(word) + ", ";
  return text + "\n\"end\"";
}

// A third of the texts are near-duplicates of others.
std::vector<std::string> texts() {
  std::vector<std::string> all;
  for (int i = 0; i < 60; ++i) all.push_back(text_of(100 * (i % 40), 60 + i / 40));
  return all;
}

std::string quoted(const std::string& text) {
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? "\"\"" : std::string(1, c);
  return cell + "\"";
}

std::string row(const std::string& id, const std::string& text, char separator = ',') {
  return id + separator + quoted(text) + "\r\n";
}

std::string unpacked_file(const std::string& path) {
  std::string all;
  auto stream = input::ByteStream::open(path);
  EXPECT_TRUE(stream) << path;
  while (stream) {
    auto block = (*stream)->next();
    if (!block || block->empty()) break;
    all += *block;
  }
  return all;
}

class DedupCsv : public testing::Test {
 protected:
  DedupOptions options(const std::vector<std::string>& inputs, const std::string& output) const {
    DedupOptions o;
    for (const std::string& input : inputs) o.cluster.input.inputs.push_back(folder_.path(input));
    o.cluster.input.text_field = "text";
    o.cluster.thresholds.linkage = Linkage::survivor;
    o.output = folder_.path(output);
    return o;
  }

  void pack(const std::string& name, const std::string& bytes) const {
    auto file = base::CompressedFile::open(base::FileSystem::real(), folder_.path(name));
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->append(bytes));
    ASSERT_TRUE(file->finish());
  }

  DedupSummary done(const DedupOptions& o) {
    auto summary = dedup(o, quiet_);
    EXPECT_TRUE(summary) << summary.error().message;
    return summary ? *summary : DedupSummary{};
  }

  std::string refused(const DedupOptions& o) {
    const auto summary = dedup(o, quiet_);
    EXPECT_FALSE(summary);
    if (summary) return "";
    EXPECT_EQ(summary.error().code, ErrorCode::invalid_argument);
    EXPECT_FALSE(std::filesystem::exists(o.output));
    return summary.error().message;
  }

  test::TempFolder folder_{"dedup-csv"};
  NoProgress quiet_;
};

TEST_F(DedupCsv, DecidesAsForJsonLines) {
  std::string lines, csv = "id,text\r\n", tsv = "id\ttext\r\n";
  const auto all = texts();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string id = std::to_string(i);
    lines += nlohmann::json{{"id", id}, {"text", all[i]}}.dump() + "\n";
    csv += row(id, all[i]);
    tsv += row(id, all[i], '\t');
  }
  folder_.write("in.jsonl", lines);
  folder_.write("in.csv", csv);
  folder_.write("in.tsv", tsv);
  pack("in.csv.gz", csv);
  const auto expected = done(options({"in.jsonl"}, "lines.txt"));
  EXPECT_EQ(expected.kept, 40u);
  for (const char* name : {"in.csv", "in.tsv", "in.csv.gz"}) {
    DedupOptions o = options({name}, "rows.txt");
    o.overwrite = true;
    EXPECT_EQ(done(o).kept, 40u) << name;
    EXPECT_EQ(folder_.read("rows.txt"), folder_.read("lines.txt")) << name;
    EXPECT_EQ(folder_.read("rows.removed.jsonl"), folder_.read("lines.removed.jsonl")) << name;
  }
}

TEST_F(DedupCsv, WritesTheHeaderAndTheRowsByteForByte) {
  const std::string mark = "\xEF\xBB\xBF", header = "\"id\",text\r\n", other = text_of(900, 60);
  const std::string a = row("a", text_of(0, 60)), b = "b," + quoted(other) + "\n";
  const std::string last = "c," + text_of(500, 1).substr(0, 4);
  folder_.write("in.csv", mark + header + a + row("again", text_of(0, 60)) + "\n" + b + last);
  const std::string kept = mark + header + a + b + last + "\n";
  done(options({"in.csv"}, "kept.csv"));
  EXPECT_EQ(folder_.read("kept.csv"), kept);
  for (const char* name : {"kept.csv.gz", "kept.csv.zst", "kept.csv.bz2", "kept.csv.xz"}) {
    done(options({"in.csv"}, name));
    EXPECT_EQ(unpacked_file(folder_.path(name)), kept) << name;
  }
  done(options({"kept.csv"}, "again.csv"));
  EXPECT_EQ(folder_.read("again.csv"), kept);
  const auto removed = folder_.read_lines("kept.removed.jsonl");
  ASSERT_EQ(removed.size(), 1u);
  EXPECT_EQ(removed[0].at("id"), "again");
  EXPECT_EQ(removed[0].at("survivor"), "a");
}

TEST_F(DedupCsv, WritesOtherEncodingsAsUtf8) {
  const std::u16string wide = u"\uFEFFtext\r\n\u00E9t\u00E9 one two three\r\n";
  folder_.write("in.csv", {reinterpret_cast<const char*>(wide.data()), wide.size() * 2});
  const auto summary = done(options({"in.csv"}, "kept.csv"));
  EXPECT_EQ(folder_.read("kept.csv"), "\xEF\xBB\xBFtext\r\n\u00E9t\u00E9 one two three\r\n");
  ASSERT_EQ(summary.found.skipped.size(), 1u);
  EXPECT_THAT(summary.found.skipped[0].reason, HasSubstr("and written, as UTF-8"));
}

TEST_F(DedupCsv, JoinsFilesOfOneHeader) {
  folder_.write("a.csv", "id,text\r\n" + row("a", text_of(0, 60)));
  folder_.write("b.csv", "\xEF\xBB\xBFid,text\n" + row("b", text_of(0, 60)) + row("c", "three"));
  folder_.write("none.csv", "");
  done(options({"a.csv", "none.csv", "b.csv"}, "kept.csv"));
  EXPECT_EQ(folder_.read("kept.csv"), "id,text\r\n" + row("a", text_of(0, 60)) + row("c", "three"));
}

TEST_F(DedupCsv, RefusesWhatDoesNotFitInOneFile) {
  folder_.write("a.csv", "id,text\n1,one\n");
  folder_.write("b.csv", "text,id\none,1\n");
  folder_.write("c.tsv", "id\ttext\n1\tone\n");
  folder_.write("d.jsonl", "{\"text\":\"one\"}\n");
  EXPECT_THAT(refused(options({"a.csv", "b.csv"}, "kept.csv")),
              HasSubstr("b.csv differ; write one file per input: -o clean/"));
  EXPECT_THAT(refused(options({"a.csv", "d.jsonl"}, "kept.csv")), HasSubstr("d.jsonl is not such"));
  EXPECT_THAT(refused(options({"a.csv", "c.tsv"}, "kept.csv.gz")), HasSubstr("c.tsv is not such"));
  EXPECT_THAT(refused(options({"a.csv"}, "kept.tsv")), HasSubstr("rows of .tsv files"));
  DedupOptions as_document = options({"a.csv"}, "kept.csv");
  as_document.cluster.input.text_field.clear();
  EXPECT_THAT(refused(as_document), HasSubstr("give --text COLUMN"));
  DedupOptions annotated = options({"a.csv"}, "kept.csv");
  annotated.annotate = true;
  EXPECT_THAT(refused(annotated), HasSubstr("name the output .jsonl"));
  DedupOptions removed = options({"a.csv"}, "kept.jsonl");
  removed.removed = folder_.path("removed.csv");
  EXPECT_THAT(refused(removed), HasSubstr("name it .jsonl"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "kept.csv.store"));
}

TEST_F(DedupCsv, AFolderGetsAFileForEachTable) {
  std::filesystem::create_directories(folder_ / "in");
  folder_.write("in/a.csv", "id,text\n" + row("a", text_of(0, 60)));
  pack("in/b.tsv.gz", "text\tn\nthree\t1\n");
  folder_.write("in/c.csv", "text\r\n" + quoted(text_of(0, 60)));
  folder_.write("in/d.jsonl", "{\"text\":\"four\"}\n");
  folder_.write("in/e.csv", "body\nfive\n");
  const auto summary = done(options({"in"}, "kept/"));
  EXPECT_EQ(summary.kept, 3u);
  EXPECT_EQ(folder_.read("kept/a.csv"), "id,text\n" + row("a", text_of(0, 60)));
  EXPECT_EQ(unpacked_file(folder_.path("kept/b.tsv.gz")), "text\tn\nthree\t1\n");
  EXPECT_EQ(folder_.read("kept/c.csv"), "text\r\n");
  EXPECT_EQ(folder_.read("kept/d.jsonl"), "{\"text\":\"four\"}\n");
  EXPECT_EQ(folder_.read("kept/e.csv"), "body\n");
  DedupOptions annotated = options({"in"}, "marked/");
  annotated.annotate = true;
  done(annotated);
  EXPECT_EQ(folder_.read_lines("marked/a.jsonl").at(0).at("whorl").at("kept"), true);
}

TEST_F(DedupCsv, WritesJsonLinesOfRows) {
  folder_.write("in.csv", "id,text\na,one \"two\"\n");
  DedupOptions o = options({"in.csv"}, "kept.jsonl");
  o.texts = true;
  done(o);
  EXPECT_EQ(folder_.read("kept.jsonl"), "{\"id\":\"a\",\"text\":\"one \\\"two\\\"\"}\n");
}

TEST_F(DedupCsv, ComparesAgainstAndCutsRows) {
  folder_.write("in.csv", "id,text\n" + row("a", text_of(0, 80)) + row("b", text_of(300, 80)));
  folder_.write("against.csv", "question\n" + quoted(text_of(300, 80)) + "\n");
  DedupOptions o = options({"in.csv"}, "kept.csv");
  o.against = {folder_.path("against.csv")};
  o.against_text_field = "question";
  EXPECT_EQ(done(o).kept, 1u);
  EXPECT_EQ(folder_.read("kept.csv"), "id,text\n" + row("a", text_of(0, 80)));
  RepeatOptions passages;
  passages.input = o.cluster.input;
  passages.against = o.against;
  passages.against_text_field = "question";
  passages.output = folder_.path("cut.jsonl");
  const auto cut = cut_repeats(passages, quiet_);
  ASSERT_TRUE(cut) << cut.error().message;
  const auto lines = folder_.read_lines("cut.jsonl");
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].at("text"), text_of(0, 80));
  EXPECT_LT(lines[1].at("text").get<std::string>().size(), 20u);
  passages.output = folder_.path("cut.csv");
  const auto refused_cut = cut_repeats(passages, quiet_);
  ASSERT_FALSE(refused_cut);
  EXPECT_THAT(refused_cut.error().message, HasSubstr("name it .jsonl"));
}

TEST_F(DedupCsv, RanksByAColumn) {
  folder_.write("in.csv", "id,score,text\na,1," + quoted(text_of(0, 60)) + "\nb,2," +
                              quoted(text_of(0, 60)) + "\n");
  DedupOptions o = options({"in.csv"}, "kept.txt");
  o.cluster.thresholds.survivor = SurvivorChoice::field;
  o.cluster.thresholds.survivor_field = "score";
  done(o);
  EXPECT_EQ(folder_.read("kept.txt"), "b\n");
}

// The documents of an earlier run were either whole files or rows.
TEST_F(DedupCsv, RefusesAStoreOfOneDocumentForRows) {
  folder_.write("in.csv", "id,text\na,one\nb,two\n");
  DedupOptions o = options({"in.csv"}, "kept.jsonl");
  o.cluster.store = folder_.path("store");
  o.cluster.input.text_field.clear();
  EXPECT_EQ(done(o).documents, 1u);
  o.cluster.input.text_field = "text";
  const auto again = dedup(o, quiet_);
  ASSERT_FALSE(again);
  EXPECT_THAT(again.error().message, HasSubstr("the list of fields to read has changed"));
}

}  // namespace
}  // namespace whorl::internal::cluster
