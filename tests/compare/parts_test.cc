// Documents in several languages: each language is compared with others in the same one.
#include "in_memory.h"

namespace whorl {
namespace {

using namespace in_memory;  // NOLINT

// The same program, with other names.
std::string script(const std::string& name) {
  return "function " + name + "(values, size) {\n  let " + name + "Sum = 0;\n  for (const " + name +
         "One of values) {\n    if (" + name + "One > size) { " + name + "Sum += " + name +
         "One; } else { " + name + "Sum--; }\n  }\n  return [" + name + "Sum, size].map(x => x * " +
         "2).filter(x => x > 1);\n}\n";
}

TEST(PartsOfFiles, ScriptsInPagesAreComparedWithScripts) {
  std::mt19937 random(3);
  const auto page = [&](const std::string& name) {
    return "<html><p>" + prose(random, 60) + "</p><script>\n" + script(name) + "</script></html>";
  };
  const auto report = run({submission("ann", {{"index.html", page("ann")}}),
                           submission("bob", {{"index.html", page("bob")}}),
                           submission("cy", {{"game.js", script("cy")}}),
                           submission("di", {{"App.vue", page("di")}})});
  EXPECT_EQ(report.pairs.size(), 6u);
  const Pair* pair = pair_of(report, "ann", "cy");
  ASSERT_NE(pair, nullptr);
  ASSERT_FALSE(pair->passages.empty());
  EXPECT_TRUE(view_of(report, pair->passages[0].a).starts_with("function"));
}

TEST(PartsOfFiles, CodeInMarkdownIsComparedWithCode) {
  std::mt19937 random(4);
  const auto notes = [&](const std::string& name) {
    return "# Notes\n\n" + prose(random, 60) + "\n```js\n" + script(name) + "```\n";
  };
  const auto report = run({one_file("ann.md", notes("ann")), one_file("bob.md", notes("bob")),
                           one_file("cy.js", script("cy"))});
  EXPECT_EQ(report.pairs.size(), 3u);
}

TEST(PartsOfFiles, ProseAroundCodeIsNoCode) {
  std::mt19937 random(5);
  const auto literate = [&](const std::string& code) {
    return prose(random, 200) + "\n> " + code + "\n\n" + prose(random, 200);
  };
  const auto report = run({one_file("ann.lhs", literate("x = 1")),
                           one_file("bob.lhs", literate("f (a, b) = [a .. b]"))});
  EXPECT_TRUE(report.pairs.empty());
}

TEST(PartsOfFiles, AnswersInNotebooksAreProse) {
  std::mt19937 random(6);
  const std::string answer = prose(random, 60);
  const auto notebook = [&](const std::string& own) {
    std::string text = own + answer;
    std::ranges::replace(text, '\n', ' ');
    return R"({"nbformat": 4, "metadata": {}, "cells": [{"cell_type": "markdown", "source": [")" +
           text + R"("]}, {"cell_type": "code", "source": ["x = 1"]}]})";
  };
  const auto report = run({one_file("ann.ipynb", notebook(prose(random, 20))),
                           one_file("bob.ipynb", notebook(prose(random, 20)))});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_GT(report.pairs[0].score, .5);
}

TEST(PartsOfFiles, ALanguageThatIsNamedIsThatOfTheWholeFile) {
  CompareOptions options;
  options.matching.language = "html";
  const auto report = run({one_file("ann.html", "<script>" + script("ann") + "</script>"),
                           one_file("bob.html", "<script>" + script("bob") + "</script>")},
                          options);
  EXPECT_TRUE(report.pairs.empty());
}

}  // namespace
}  // namespace whorl
