// Documents in several languages: each part is compared with parts in the same language.
#include "in_memory.h"

namespace whorl {
namespace {

using namespace in_memory;

// The same program with other names.
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

// A page of `blocks` with almost no text and a random shape.
std::string layout(std::mt19937& random, unsigned blocks) {
  static const std::vector<std::string> kForms = {"<img src='1.png' alt=''>",
                                                  "<table><tr><td><td class=a></table>",
                                                  "<ul><li><li class=a></ul>",
                                                  "<input type=text name=n>",
                                                  "<p id=p></p>",
                                                  "<h2 title=t></h2>",
                                                  "<button disabled></button>"};
  static const std::vector<std::string> kNames = {"class", "id",   "title", "style",
                                                  "lang",  "role", "dir",   "onclick"};
  std::string page;
  for (unsigned i = 0; i < blocks; ++i) {
    // These are two statements because compilers evaluate operands in different orders.
    const std::string& second = kForms[random() % kForms.size()];
    const std::string& first = kForms[random() % kForms.size()];
    const std::string& name = kNames[random() % kNames.size()];
    page += "<div " + name + "=c>" + first + second + "</div>\n";
  }
  return page;
}

std::string in_page(const std::string& body) {
  return "<!DOCTYPE html><html><head><title>Homework</title></head><body>" + body +
         "</body></html>\n";
}

TEST(PartsOfFiles, MarkupOfPagesWithoutMuchTextIsCompared) {
  std::mt19937 random(7), same(8), copied(8);
  const auto report = run({one_file("ann.html", in_page(layout(same, 30))),
                           one_file("bob.htm", in_page("<hr>" + layout(copied, 30))),
                           one_file("di.html", in_page(layout(random, 30)))});
  const Pair* pair = pair_of(report, "ann.html", "bob.htm");
  ASSERT_NE(pair, nullptr);
  EXPECT_GT(pair->score, .9);
  ASSERT_FALSE(pair->passages.empty());
  EXPECT_TRUE(view_of(report, pair->passages[0].a).starts_with("<div "));
  EXPECT_EQ(pair_of(report, "ann.html", "di.html"), nullptr);
}

// E13 of the bug reports: the blocks of one page have another element.
TEST(PartsOfFiles, MarkupIsFoundWhereATagHasAnotherName) {
  const auto page = [](const std::string& around) {
    std::string body;
    for (int i = 0; i < 12; ++i) {
      const std::string n = std::to_string(i);
      body += "<" + around + " id=\"s" + n + "\"><div class=\"row\"><figure><img src=\"" + n +
              ".png\" alt=\"\"><figcaption><b>" + n + "</b></figcaption></figure><table><tr><td>" +
              n + "</td><td>" + n + "</td></tr></table></div></" + around + ">";
    }
    return in_page(body);
  };
  const auto report =
      run({one_file("ann.html", page("section")), one_file("bob.html", page("article"))});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_GT(report.pairs[0].score, .7);
  EXPECT_LT(report.pairs[0].score, 1);
}

// A copy of an article scores the same whether or not the run has a page with little text. If the
// markup of such a page counted only for itself, the page would lose a near copy that has a little
// more text.
TEST(PartsOfFiles, MarkupCountsInAllPagesOrInNone) {
  std::mt19937 random(12);
  const std::string few = layout(random, 12), text = prose(random, 20);
  const auto score_beside = [&](const std::string& third) {
    const auto report = run({one_file("ann.html", in_page(few + text)),
                             one_file("bob.html", in_page(few + text + prose(random, 4))),
                             one_file("cy.html", in_page(third))});
    const Pair* pair = pair_of(report, "ann.html", "bob.html");
    return pair == nullptr ? 0 : pair->score;
  };
  const double beside_article = score_beside(prose(random, 200));
  EXPECT_GT(beside_article, .8);
  EXPECT_NEAR(score_beside(layout(random, 30)), beside_article, .1);
}

TEST(PartsOfFiles, PagesOfArticlesAreComparedByTheirTextAlone) {
  std::mt19937 random(9);
  const std::string frame = layout(random, 30);
  const auto report = run({one_file("ann.html", in_page(frame + prose(random, 200))),
                           one_file("bob.html", in_page(frame + prose(random, 200)))});
  EXPECT_TRUE(report.pairs.empty());
  EXPECT_EQ(report.files.size(), 2u);
}

// The page that was handed out has more text than tags.
TEST(PartsOfFiles, MarkupThatWasHandedOutIsBaseCode) {
  std::mt19937 random(10);
  const std::string given = layout(random, 30);
  const auto all = [&](Files base) {
    std::mt19937 own(11);
    return run({one_file("ann.html", in_page(given + layout(own, 20))),
                one_file("bob.html", in_page(given + layout(own, 20)))},
               {}, std::move(base));
  };
  EXPECT_EQ(all({}).pairs.size(), 1u);
  EXPECT_TRUE(all({{"task.html", in_page(given + prose(random, 200))}}).pairs.empty());
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
