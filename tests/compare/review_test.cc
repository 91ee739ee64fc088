#include "jobs/compare/review.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "whorl/review.h"

namespace whorl::internal::compare {
namespace {

TEST(Review, ReadsVerdicts) {
  const auto review = parse_review(R"({"version": 1, "verdicts": [
      {"a": "ann", "b": "ben", "verdict": "copied", "note": "see line 3 \u2013 same typo"},
      {"a": "cat", "b": "dan", "verdict": "allowed"}]})");
  ASSERT_TRUE(review.has_value());
  const std::vector<ReviewNote>& notes = review->notes;
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_EQ(notes[0].verdict, Verdict::copied);
  EXPECT_EQ(notes[0].note, "see line 3 \u2013 same typo");
  EXPECT_EQ(notes[1].b, "dan");
  EXPECT_TRUE(notes[1].note.empty());
  EXPECT_TRUE(review->ignored.empty());
}

TEST(Review, IsReadAsItWasWritten) {
  const std::vector<ReviewNote> notes = {{"ann", "ben", Verdict::copied, "line 3 \u2013 \"x\""},
                                         {"cat", "dan", Verdict::none, ""},
                                         {"eve", "fay", Verdict::allowed, "a\nb"},
                                         {"gus", "hal", Verdict::unclear, ""}};
  const auto again = whorl::parse_review(review_json({notes, {{"passage.c", "int x;\n"}}}));
  ASSERT_TRUE(again.has_value());
  ASSERT_EQ(again->notes.size(), notes.size());
  for (std::size_t i = 0; i < notes.size(); ++i) {
    EXPECT_EQ(again->notes[i].a, notes[i].a);
    EXPECT_EQ(again->notes[i].b, notes[i].b);
    EXPECT_EQ(again->notes[i].verdict, notes[i].verdict);
    EXPECT_EQ(again->notes[i].note, notes[i].note);
  }
  ASSERT_EQ(again->ignored.size(), 1u);
  EXPECT_EQ(again->ignored[0].file, "passage.c");
  EXPECT_EQ(again->ignored[0].text, "int x;\n");
  EXPECT_TRUE(whorl::parse_review(review_json({}))->notes.empty());
}

TEST(Review, NoPathIsNoNotes) { EXPECT_TRUE(read_review("")->notes.empty()); }

TEST(Review, ErrorsSayWhatIsWrong) {
  const auto error = [](std::string_view json) {
    const auto notes = parse_review(json);
    return notes ? std::string("accepted") : notes.error().message;
  };
  EXPECT_EQ(error("{"), "is not JSON");
  EXPECT_EQ(error("[]"), "is not a review file");
  EXPECT_EQ(error(R"({"version": 2})"), "has a version other than 1");
  EXPECT_EQ(error(R"({"version": 1, "verdicts": 3})"), "\"verdicts\" is not a list");
  EXPECT_THAT(error(R"({"version": 1, "verdicts": [{"a": "x"}]})"),
              testing::StartsWith("verdict 1 needs the names"));
  EXPECT_THAT(error(R"({"version": 1, "verdicts": [{"a": "x", "b": "y", "verdict": "guilty"}]})"),
              testing::StartsWith("verdict 1 needs a \"verdict\""));
  EXPECT_EQ(error(R"({"version": 1, "ignored": {}})"), "\"ignored\" is not a list");
  EXPECT_THAT(error(R"({"version": 1, "ignored": [{"text": "x"}]})"),
              testing::StartsWith("ignored passage 1 needs"));
  EXPECT_THAT(error(R"({"version": 1, "verdicts": [7]})"), testing::StartsWith("verdict 1 is no"));
}

}  // namespace
}  // namespace whorl::internal::compare
