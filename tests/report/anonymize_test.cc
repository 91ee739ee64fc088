#include <gtest/gtest.h>

#include "sample_report.h"
#include "whorl/writers.h"

namespace whorl::internal::compare::report {
namespace {

std::string everything(const CompareReport& report) {
  StringSink sink;
  write_json(report, sink);
  write_pairs_csv(report, sink);
  write_skipped_csv(report, sink);
  write_students_csv(report, sink);
  write_sarif(report, sink);
  return sink.text;
}

TEST(Anonymize, NoNameIsLeft) {
  const std::string text = everything(anonymize(test::sample_report()));
  for (const char* name : {"ann", "Ann", "zoë", "31m", "notes", "clearly"}) {
    EXPECT_EQ(text.find(name), std::string::npos) << name;
  }
}

TEST(Anonymize, PairsStayPairsAndSidesKeepTheirNumbers) {
  const CompareReport before = test::sample_report();
  const CompareReport after = anonymize(test::sample_report());
  ASSERT_EQ(after.pairs.size(), before.pairs.size());
  for (std::size_t i = 0; i < after.pairs.size(); ++i) {
    const Pair& pair = after.pairs[i];
    EXPECT_LT(pair.a, pair.b);
    for (const Passage& passage : pair.passages) {
      const auto& of_a = after.submissions[pair.a].files;
      EXPECT_NE(std::find(of_a.begin(), of_a.end(), passage.a.file), of_a.end());
    }
    const auto sides = [](const Pair& p) { return std::minmax(p.containment_a, p.containment_b); };
    EXPECT_EQ(sides(pair), sides(before.pairs[i]));
  }
}

TEST(Anonymize, ThePseudonymsDependOnTextsAlone) {
  CompareReport renamed = test::sample_report();
  renamed.submissions[0].name = "aaa";
  renamed.review.clear();
  CompareReport plain = test::sample_report();
  plain.review.clear();
  EXPECT_EQ(everything(anonymize(renamed)), everything(anonymize(plain)));
}

TEST(Anonymize, PathsKeepTheirExtensionOnly) {
  for (const FileEntry& file : anonymize(test::sample_report()).files) {
    EXPECT_TRUE(file.path.starts_with("s00") && file.path.ends_with(".c")) << file.path;
  }
}

TEST(Anonymize, AFileInSeveralLanguagesStaysOneFile) {
  CompareReport report = test::sample_report();
  Submission& submission = report.submissions[0];
  const std::uint32_t first = submission.files[0];
  submission.files.push_back(static_cast<std::uint32_t>(report.files.size()));
  report.files.push_back(report.files[first]);
  const std::uint32_t again = submission.files.back();
  const CompareReport renamed = anonymize(report);
  EXPECT_EQ(renamed.files[again].path, renamed.files[first].path);
}

}  // namespace
}  // namespace whorl::internal::compare::report
