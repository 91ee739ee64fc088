#include <archive.h>
#include <archive_entry.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "sample_report.h"
#include "whorl/writers.h"

namespace whorl::internal::compare::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string workbook(const CompareReport& report) {
  StringSink sink;
  write_xlsx(report, sink);
  return sink.text;
}

// Its parts by name.
std::map<std::string, std::string> parts(const std::string& bytes) {
  std::map<std::string, std::string> found;
  struct archive* reader = archive_read_new();
  archive_read_support_format_zip(reader);
  archive_read_open_memory(reader, bytes.data(), bytes.size());
  struct archive_entry* entry = nullptr;
  while (archive_read_next_header(reader, &entry) == ARCHIVE_OK) {
    std::string& part = found[archive_entry_pathname(entry)];
    part.resize(1 << 20);
    part.resize(static_cast<std::size_t>(archive_read_data(reader, part.data(), part.size())));
  }
  archive_read_free(reader);
  return found;
}

TEST(Xlsx, SheetsHaveReadableHeadingsAndNames) {
  const auto found = parts(workbook(test::sample_report()));
  EXPECT_THAT(found.at("xl/workbook.xml"), HasSubstr("name=\"Pairs\""));
  EXPECT_THAT(found.at("xl/workbook.xml"), HasSubstr("name=\"Students\""));
  const std::string& pairs = found.at("xl/worksheets/sheet1.xml");
  for (const char* cell : {">A in B<", ">Once in<", ">zoë<", ">copied<", ">saw it, "}) {
    EXPECT_THAT(pairs, HasSubstr(cell));
  }
  const std::string& students = found.at("xl/worksheets/sheet2.xml");
  for (const char* cell : {">Best match<", ">Ann Example<", ">zoë<"}) {
    EXPECT_THAT(students, HasSubstr(cell));
  }
}

TEST(Xlsx, NoCellIsAFormulaAndHostileNamesAreText) {
  const auto found = parts(workbook(test::sample_report()));
  const std::string& pairs = found.at("xl/worksheets/sheet1.xml");
  EXPECT_THAT(pairs, Not(HasSubstr("<f>")));
  EXPECT_THAT(pairs, HasSubstr("&lt;/script&gt;"));
  EXPECT_THAT(pairs, HasSubstr("=cmd|"));
}

TEST(Xlsx, EqualReportsGiveEqualBytes) {
  EXPECT_EQ(workbook(test::sample_report()), workbook(test::sample_report()));
}

TEST(Xlsx, AReportWithoutPairsHasHeadings) {
  CompareReport report = test::sample_report();
  report.pairs.clear();
  EXPECT_THAT(parts(workbook(report)).at("xl/worksheets/sheet1.xml"), HasSubstr(">Score<"));
}

TEST(Xlsx, LongCellsAreCut) {
  CompareReport report = test::sample_report();
  report.submissions[0].name = std::string(40'000, 'x') + "ö";
  EXPECT_THAT(parts(workbook(report)).at("xl/worksheets/sheet1.xml"),
              HasSubstr(std::string(32'767, 'x') + "<"));
}

}  // namespace
}  // namespace whorl::internal::compare::report
