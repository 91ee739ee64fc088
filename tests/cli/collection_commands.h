// Runs commands for collections on a few pages.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/flags.h"
#include "run_program.h"

namespace whorl::cli {

// Two near-copies, an identical copy, and an unrelated text.
class CollectionCommands : public testing::Test {
 protected:
  CollectionCommands() {
    folder_.write("pages/a.txt", words(0, 300));
    folder_.write("pages/b.txt", words(0, 300) + "and an end");
    folder_.write("pages/copy.txt", words(0, 300));
    folder_.write("pages/other.txt", words(1000, 1300));
    folder_.write("more/c.txt", words(0, 290));
    folder_.write("more/d.txt", words(2000, 2300));
  }

  static std::string words(int from, int to) {
    std::string text;
    for (int i = from; i < to; ++i) text += "word" + std::to_string(i * i % 7919) + ' ';
    return text;
  }

  test::Outcome whorl(std::vector<std::string> arguments) {
    return test::run({.arguments = std::move(arguments), .folder = folder_.path()});
  }

  nlohmann::json summary(std::vector<std::string> arguments) {
    arguments.push_back("--json");
    const test::Outcome outcome = whorl(std::move(arguments));
    EXPECT_EQ(outcome.status, kDone) << outcome.err;
    return nlohmann::json::parse(outcome.out, nullptr, false);
  }

  test::TemporaryFolder folder_;
};

}  // namespace whorl::cli
