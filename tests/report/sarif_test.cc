// The parts of SARIF 2.1.0 that its readers need.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "sample_report.h"
#include "whorl/writers.h"

namespace whorl::internal::compare::report {
namespace {

nlohmann::json sarif() {
  StringSink sink;
  write_sarif(test::sample_report(), sink);
  return nlohmann::json::parse(sink.text);
}

void expect_uri(const std::string& uri) {
  EXPECT_EQ(uri.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                  "-._~/%"),
            std::string::npos)
      << uri;
}

void expect_location(const nlohmann::json& location) {
  const nlohmann::json& physical = location.at("physicalLocation");
  expect_uri(physical.at("artifactLocation").at("uri"));
  const nlohmann::json& region = physical.at("region");
  EXPECT_GE(region.at("startLine").get<int>(), 1);
  EXPECT_GE(region.at("endLine").get<int>(), region.at("startLine").get<int>());
}

TEST(Sarif, EveryPassageIsAResultWithAKnownRule) {
  const nlohmann::json run = sarif().at("runs").at(0);
  const nlohmann::json& rules = run.at("tool").at("driver").at("rules");
  ASSERT_EQ(run.at("results").size(), 3u);
  for (const nlohmann::json& result : run.at("results")) {
    EXPECT_EQ(rules.at(result.at("ruleIndex").get<int>()).at("id"), result.at("ruleId"));
    EXPECT_TRUE(result.at("message").at("text").is_string());
    expect_location(result.at("locations").at(0));
    expect_location(result.at("relatedLocations").at(0));
    const double rank = result.at("rank");
    EXPECT_TRUE(rank >= 0 && rank <= 100);
  }
}

TEST(Sarif, RuleIdsAreUnique) {
  const nlohmann::json rules = sarif().at("runs").at(0).at("tool").at("driver").at("rules");
  std::set<std::string> ids;
  for (const nlohmann::json& rule : rules) ids.insert(rule.at("id"));
  EXPECT_EQ(ids, (std::set<std::string>{"whorl/verbatim", "whorl/renamed", "whorl/edited"}));
}

TEST(Sarif, OffsetsAreThoseOfTheStoredFile) {
  const nlohmann::json result = sarif().at("runs").at(0).at("results").at(0);
  const nlohmann::json& region =
      result.at("relatedLocations").at(0).at("physicalLocation").at("region");
  EXPECT_EQ(region.at("byteOffset"), 6);  // two bytes of BOM, two bytes per letter
  EXPECT_EQ(region.at("byteLength"), 20);
}

TEST(Sarif, WhatWasSkippedIsANotification) {
  const nlohmann::json invocation = sarif().at("runs").at(0).at("invocations").at(0);
  EXPECT_EQ(invocation.at("executionSuccessful"), true);
  EXPECT_EQ(invocation.at("toolExecutionNotifications").size(), 2u);
}

}  // namespace
}  // namespace whorl::internal::compare::report
