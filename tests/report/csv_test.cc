#include <gtest/gtest.h>

#include "sample_report.h"
#include "whorl/writers.h"

namespace whorl::internal::compare::report {
namespace {

std::string row_of(const std::string& name) {
  CompareReport report = test::sample_report();
  report.submissions[0].name = name;
  report.pairs.resize(1);
  StringSink sink;
  write_pairs_csv(report, sink);
  return sink.text.substr(sink.text.find("\r\n") + 2);
}

TEST(Csv, FormulasBecomeText) {
  for (const std::string name : {"=1+1", "+1", "-1", "@sum(a)", "\tx"}) {
    EXPECT_TRUE(row_of(name).starts_with("'" + name + ",")) << name;
  }
  EXPECT_TRUE(row_of("a=1").starts_with("a=1,"));
}

TEST(Csv, QuotesCommasAndLineEndsAreQuoted) {
  EXPECT_TRUE(row_of("a\"b").starts_with("\"a\"\"b\","));
  EXPECT_TRUE(row_of("a,b").starts_with("\"a,b\","));
  EXPECT_TRUE(row_of("a\nb").starts_with("\"a\nb\","));
  EXPECT_TRUE(row_of("\rb").starts_with("\"'\rb\","));
}

TEST(Csv, NulAndInvalidBytesAreSpelled) {
  EXPECT_TRUE(row_of(std::string("a\0b", 3)).starts_with("a\\x00b,"));
  EXPECT_TRUE(row_of("a\xFFz").starts_with("a\\xffz,"));
}

TEST(Csv, AVerdictIsFoundWhicheverSideComesFirst) {
  CompareReport report = test::sample_report();
  std::swap(report.review[0].a, report.review[0].b);
  StringSink sink;
  write_pairs_csv(report, sink);
  EXPECT_NE(sink.text.find(",copied,"), std::string::npos);
}

}  // namespace
}  // namespace whorl::internal::compare::report
