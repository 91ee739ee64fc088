#include "tokens/parts/parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tokens/html/scan.h"
#include "tokens/language.h"

namespace whorl::internal::tokens {
namespace {

using parts::Part;

std::vector<Part> parts_of(const std::string& name, const std::string& text,
                           parts::MarkupOf markup_of = parts::MarkupOf::no_page) {
  input::Viewable document;
  document.text = text;
  return parts::parts_of(name, document, detect(name, text, ""), markup_of);
}

// The parts in the form "front end:argument=the words of the part".
std::vector<std::string> spelled(const std::vector<Part>& found) {
  std::vector<std::string> all;
  for (const Part& part : found) {
    std::string line(part.read_as.argument.empty() ? part.read_as.front_end
                                                   : part.read_as.argument);
    line += '=';
    for (const char c : part.text) {
      if (c != ' ' && c != '\n' && c != '\r') line += c;
    }
    all.push_back(std::move(line));
  }
  return all;
}

using Lines = std::vector<std::string>;

TEST(Parts, ADocumentOfOneLanguageHasNone) {
  EXPECT_TRUE(parts_of("a.md", "# Title\n\nprose\n").empty());
  EXPECT_TRUE(parts_of("a.html", "<p>prose</p>").empty());
  EXPECT_TRUE(parts_of("a.js", "<script>x</script>").empty());
  EXPECT_TRUE(parts_of("a.txt", "```java\nint x;\n```\n").empty());
}

TEST(Parts, EachByteStandsWhereItStandsInTheDocument) {
  const std::string text = "é\r\n```js\nlet ä = 1;\n```\n<b>\n```python\nx = 1\n```\nend";
  const auto found = parts_of("a.md", text);
  ASSERT_EQ(found.size(), 3u);
  for (std::size_t i = 0; i < text.size(); ++i) {
    int holders = 0;
    for (const Part& part : found) {
      ASSERT_EQ(part.text.size(), text.size());
      if (text[i] == '\n' || text[i] == '\r' || text[i] == ' ') {
        EXPECT_EQ(part.text[i], text[i]);
      } else {
        EXPECT_TRUE(part.text[i] == text[i] || part.text[i] == ' ');
        holders += part.text[i] == text[i] ? 1 : 0;
      }
    }
    const bool blank = text[i] == '\n' || text[i] == '\r' || text[i] == ' ';
    EXPECT_EQ(holders, blank ? 0 : 1) << i;
  }
}

TEST(Parts, AreNoMoreThanMayBeHeld) {
  const std::string fences = "```java\nint x;\n```\n```python\ny = 1\n```\n";
  EXPECT_EQ(parts_of("a.md", fences).size(), 3u);
  const auto two = parts_of("a.md", fences + std::string(30 << 20, '\n'));
  ASSERT_EQ(two.size(), 2u);
  EXPECT_NE(two.front().text.find("y = 1"), std::string::npos);
  EXPECT_EQ(two.front().text.find("int x;"), std::string::npos);
  EXPECT_TRUE(parts_of("a.md", fences + std::string(40 << 20, '\n')).empty());
}

TEST(Parts, ScriptsOfPages) {
  EXPECT_EQ(spelled(parts_of("a.html",
                             "<p>one</p><SCRIPT>let a;</SCRIPT><p>two</p>"
                             "<script type=module>b;</script>")),
            (Lines{"html=<p>one</p><SCRIPT></SCRIPT><p>two</p><scripttype=module></script>",
                   "javascript=leta;b;"}));
  EXPECT_EQ(spelled(parts_of("a.vue",
                             "<template>{{ t }}</template><script setup lang=\"ts\">"
                             "const x: number = 1</script><style lang='scss'>a{}</style>"))
                .size(),
            3u);
}

TEST(Parts, WhatABrowserDoesNotRunIsNoScript) {
  for (const std::string type : {"application/json", "text/template", "importmap", "x-shader"}) {
    EXPECT_TRUE(parts_of("a.html", "<script type='" + type + "'>{}</script>").empty()) << type;
  }
  for (const std::string type : {"", "text/javascript", "TEXT/JAVASCRIPT", "text/babel"}) {
    EXPECT_EQ(parts_of("a.html", "<script type='" + type + "'>x</script>").size(), 2u) << type;
  }
  EXPECT_TRUE(parts_of("a.html", "<!-- <script>x</script> -->").empty());
  EXPECT_TRUE(parts_of("a.html", "<script src=a.js></script>").empty());
}

TEST(Parts, MarkupOfPagesWhereItIsAskedFor) {
  const std::string page = "<p>one</p><script>let a;</script><table><td>";
  EXPECT_EQ(parts_of("a.html", page).size(), 2u);
  const auto found = parts_of("a.html", page, parts::MarkupOf::all_pages);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[1].read_as.argument, "javascript");
  EXPECT_EQ(found[2].read_as.front_end, "markup");
  EXPECT_EQ(found[2].text, page);
  EXPECT_EQ(parts_of("a.html", "<p>prose", parts::MarkupOf::all_pages).size(), 2u);
  EXPECT_TRUE(parts_of("a.md", page, parts::MarkupOf::all_pages).empty());
}

TEST(Parts, AttributesOfTags) {
  using html::attribute;
  EXPECT_EQ(attribute("<script lang=ts>", "lang"), "ts");
  EXPECT_EQ(attribute("<script LANG = \"t s\" x>", "lang"), "t s");
  EXPECT_EQ(attribute("<script data-x='lang=no' lang='ts'/>", "lang"), "ts");
  EXPECT_EQ(attribute("<script async>", "async"), "");
  EXPECT_EQ(attribute("<script>", "lang"), std::nullopt);
  EXPECT_EQ(attribute("<script =lang lang>", "lang"), "");
  EXPECT_EQ(attribute("<script lang=\">", "lang"), "");
}

TEST(Parts, BlocksOfMarkdown) {
  EXPECT_EQ(
      spelled(parts_of("a.md",
                       "p\n```java\nint x;\n```\nq\n~~~~ {.python .numberLines}\n"
                       "y\n~~~\nz\n~~~~\nr\n")),
      (Lines{"text=p```java```q~~~~{.python.numberLines}~~~~r", "java=intx;", "python=y~~~z"}));
  EXPECT_EQ(spelled(parts_of("a.Rmd", "```{r setup, echo=FALSE}\nx <- 1\n```\n"))[1], "r=x<-1");
  EXPECT_EQ(spelled(parts_of("a.qmd", "```{python}\nx = 1"))[1], "python=x=1");
  for (const std::string info : {"js", "js{1,3}", "js title=\"a.js\"", "JavaScript", "mjs"}) {
    const auto found = spelled(parts_of("a.md", "```" + info + "\nx;\n```\n"));
    ASSERT_EQ(found.size(), 2u) << info;
    EXPECT_EQ(found[1], "javascript=x;");
  }
}

TEST(Parts, BlocksOfNoKnownLanguageAreProse) {
  for (const std::string info : {"", "text", "console-session", "markdown", "mermaid"}) {
    EXPECT_TRUE(parts_of("a.md", "```" + info + "\nx;\n```\n").empty()) << info;
  }
  EXPECT_TRUE(parts_of("a.md", "``` a `b` ```\nx;\n").empty());
}

TEST(Parts, ABlockOfNoKnownLanguageHidesFencesInIt) {
  EXPECT_TRUE(parts_of("a.md", "````\n```java\nint x;\n```\n````\n").empty());
}

TEST(Parts, LiterateHaskell) {
  EXPECT_EQ(spelled(parts_of("a.lhs", "It's prose.\n\n> x = 1\n> y = 2\n\nmore\n")),
            (Lines{"text=It'sprose.>>more", "haskell=x=1y=2"}));
  EXPECT_EQ(spelled(parts_of("a.lhs", "p\n\\begin{code}\nx = 1\n\\end{code}\nq\n"))[1],
            "haskell=x=1");
}

TEST(Parts, ProseOfNotebooks) {
  const std::string text = "# %%\nx = 1\n# %%time\n\n# %% [markdown]\n# It's here.\n# %%\ny\n";
  input::Viewable document;
  document.text = text;
  const auto found = spelled(
      parts::parts_of("a.ipynb", document, {"code", "python", "option"}, parts::MarkupOf::no_page));
  EXPECT_EQ(found, (Lines{"python=#%%x=1#%%time#%%[markdown]##%%y", "text=It'shere."}));
  // A notebook whose language is not known.
  const auto whole =
      parts::parts_of("a.ipynb", document, {"text", "", "default"}, parts::MarkupOf::no_page);
  ASSERT_EQ(whole.size(), 1u);
  EXPECT_EQ(whole.front().text, text);
}

}  // namespace
}  // namespace whorl::internal::tokens
