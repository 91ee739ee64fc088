#include "compare/review.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace whorl::internal::compare {
namespace {

TEST(Review, ReadsVerdicts) {
  const auto notes = parse_review(R"({"version": 1, "verdicts": [
      {"a": "ann", "b": "ben", "verdict": "copied", "note": "see line 3 \u2013 same typo"},
      {"a": "cat", "b": "dan", "verdict": "allowed"}]})");
  ASSERT_TRUE(notes.has_value());
  ASSERT_EQ(notes->size(), 2u);
  EXPECT_EQ((*notes)[0].verdict, Verdict::copied);
  EXPECT_EQ((*notes)[0].note, "see line 3 \u2013 same typo");
  EXPECT_EQ((*notes)[1].b, "dan");
  EXPECT_TRUE((*notes)[1].note.empty());
}

TEST(Review, NoPathIsNoNotes) { EXPECT_TRUE(read_review("")->empty()); }

TEST(Review, ErrorsSayWhatIsWrong) {
  const auto error = [](std::string_view json) {
    const auto notes = parse_review(json);
    return notes ? std::string("accepted") : notes.error().message;
  };
  EXPECT_EQ(error("{"), "is not JSON");
  EXPECT_EQ(error("[]"), "is no review file");
  EXPECT_EQ(error(R"({"version": 2})"), "is of a version other than 1");
  EXPECT_EQ(error(R"({"version": 1, "verdicts": 3})"), "\"verdicts\" is no list");
  EXPECT_THAT(error(R"({"version": 1, "verdicts": [{"a": "x"}]})"),
              testing::StartsWith("verdict 1 needs the names"));
  EXPECT_THAT(error(R"({"version": 1, "verdicts": [{"a": "x", "b": "y", "verdict": "guilty"}]})"),
              testing::StartsWith("verdict 1 needs a \"verdict\""));
  EXPECT_THAT(error(R"({"version": 1, "verdicts": [7]})"), testing::StartsWith("verdict 1 is no"));
}

}  // namespace
}  // namespace whorl::internal::compare
