#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "jobs/compare/report/gzip_base64.h"
#include "jobs/compare/report/page.h"
#include "sample_report.h"
#include "unpack.h"
#include "whorl/pair_scores.h"
#include "whorl/writers.h"

namespace whorl::internal::compare::report {
namespace {

std::string page_of(const CompareReport& report) {
  StringSink sink;
  write_html(report, sink);
  return sink.text;
}

// What the writer put in place of the marker.
std::string data_of(const std::string& filled) {
  return filled.substr(page().find(kPageMarker),
                       filled.size() - (page().size() - kPageMarker.size()));
}

TEST(Html, ThePageHasOneMarker) {
  const std::size_t marker = page().find(kPageMarker);
  ASSERT_NE(marker, std::string_view::npos);
  EXPECT_EQ(page().find(kPageMarker, marker + 1), std::string_view::npos);
}

TEST(Html, HoldsTheReportWithOffsetsOfTheTexts) {
  const auto json =
      nlohmann::json::parse(test::unpacked(page_of(test::sample_report()), "whorl-report"));
  EXPECT_EQ(json.at("format"), kReportFormat);
  EXPECT_EQ(json.at("offsets"), "view");
  EXPECT_EQ(json.at("pairs").at(0).at("passages").at(0).at("b").at("begin"), 2);
  EXPECT_EQ(json.at("view").at("passages_for"), 2);
  EXPECT_EQ(json.at("view").at("base").at(0).at(0), (nlohmann::json{0, 3}));
}

// Hundreds of pairs have their passages; later pairs are in columns.
TEST(Html, PairsBeyondThoseShownStandInColumns) {
  CompareReport report = test::sample_report();
  constexpr std::size_t kPairs = 700;
  const Pair last = report.pairs.back();
  report.pairs.resize(kPairs, last);
  report.pairs.back().similarity = 0.9999999;
  report.pairs.back().longest = 77;
  report.pairs.back().identical = true;
  const auto json = nlohmann::json::parse(test::unpacked(page_of(report), "whorl-report"));
  const std::size_t shown = json.at("view").at("passages_for");
  ASSERT_LT(shown, kPairs);
  EXPECT_EQ(json.at("pairs").size(), shown);
  const nlohmann::json& rows = json.at("view").at("rows");
  for (const auto& [name, column] : rows.items()) {
    EXPECT_EQ(column.size(), kPairs - shown) << name;
  }
  EXPECT_EQ(rows.at("a").back(), last.a);
  EXPECT_EQ(rows.at("b").back(), last.b);
  EXPECT_EQ(rows.at("longest").back(), 77);
  EXPECT_EQ(rows.at("similarity").back(), 0.999999);
  EXPECT_EQ(rows.at("identical").back(), true);
  EXPECT_EQ(rows.at("identical_names").back(), false);
  for (const PairMeasure& measure : whorl::measures()) {
    EXPECT_TRUE(rows.contains(measure.name)) << measure.name;
  }
}

TEST(Html, EveryMeasureHasItsFormula) {
  const auto json =
      nlohmann::json::parse(test::unpacked(page_of(test::sample_report()), "whorl-report"));
  for (const nlohmann::json& measure : json.at("view").at("measures")) {
    EXPECT_FALSE(measure.at("formula").get<std::string>().empty()) << measure.at("name");
  }
}

TEST(Html, EveryTextIsWhereTheViewSays) {
  const CompareReport report = test::sample_report();
  const std::string page = page_of(report);
  const auto view = nlohmann::json::parse(test::unpacked(page, "whorl-report")).at("view");
  const std::string chunk = test::unpacked(page, "whorl-text-0");
  ASSERT_EQ(view.at("paths").size(), report.files.size());
  for (std::size_t i = 0; i < report.files.size(); ++i) {
    const nlohmann::json& place = view.at("texts").at(i);
    EXPECT_EQ(place.at(0), 0);
    EXPECT_EQ(chunk.substr(place.at(1), place.at(2)), report.files[i].text);
  }
}

TEST(Html, NoByteOfANameOrTextStandsInThePage) {
  CompareReport report = test::sample_report();
  const std::string data = data_of(page_of(report));
  EXPECT_EQ(data.find("alert"), std::string::npos);
  EXPECT_EQ(data.find("ann"), std::string::npos);
  EXPECT_EQ(data.find("\x1b"), std::string::npos);
  // Nothing but the elements themselves: names change the packed bytes, not the structure.
  const auto count = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '<');
  };
  const auto hostile = count(page_of(report));
  report.submissions[1].name = "plain";
  report.files[2].text = "plain";
  EXPECT_EQ(count(page_of(report)), hostile);
}

TEST(Html, AnEmptyReportIsAPageToo) {
  const auto json = nlohmann::json::parse(test::unpacked(page_of(CompareReport{}), "whorl-report"));
  EXPECT_TRUE(json.at("pairs").empty());
  EXPECT_EQ(json.at("view").at("passages_for"), 0);
}

TEST(GzipBase64, AnyLengthComesBack) {
  for (std::size_t length = 0; length < 100; ++length) {
    std::string bytes(length, '\0');
    for (std::size_t i = 0; i < length; ++i) bytes[i] = static_cast<char>(i * 37);
    EXPECT_EQ(test::from_gzip(test::from_base64(gzip_base64(bytes))), bytes);
  }
}

TEST(Base64, PiecesGiveWhatTheWholeGives) {
  const std::string bytes = "any carnal pleasure";
  StringSink sink;
  Base64Sink base64(sink);
  for (const char c : bytes) base64.put({&c, 1});
  base64.finish();
  EXPECT_EQ(sink.text, "YW55IGNhcm5hbCBwbGVhc3VyZQ==");
}

}  // namespace
}  // namespace whorl::internal::compare::report
