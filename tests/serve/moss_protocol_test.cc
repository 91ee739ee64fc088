// Lines of MOSS's protocol, and how the service names its files.
#include "serve/moss_session.h"

#include <gtest/gtest.h>

namespace whorl::serve {
namespace {

TEST(MossLine, IsOneOfTheProtocol) {
  EXPECT_EQ(parse_moss_line("moss 987654321")->text, "987654321");
  EXPECT_EQ(parse_moss_line("directory 1")->number, 1u);
  EXPECT_EQ(parse_moss_line("X 0")->verb, MossVerb::experimental);
  EXPECT_EQ(parse_moss_line("maxmatches 10")->number, 10u);
  EXPECT_EQ(parse_moss_line("show 250\r")->number, 250u);
  EXPECT_EQ(parse_moss_line("language java")->text, "java");
  const auto file = parse_moss_line("file 3 java 120 hw1/ann_b/main file.java");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->verb, MossVerb::file);
  EXPECT_EQ(file->number, 3u);
  EXPECT_EQ(file->size, 120u);
  EXPECT_EQ(file->text, "hw1/ann_b/main file.java");
  EXPECT_EQ(parse_moss_line("query 0 a comment of words")->verb, MossVerb::query);
  EXPECT_EQ(parse_moss_line("query 0 a comment of words")->text, "a comment of words");
  EXPECT_EQ(parse_moss_line("query 0 ")->verb, MossVerb::query);
  EXPECT_EQ(parse_moss_line("end")->verb, MossVerb::end);
}

TEST(MossLine, WhatIsNoneIsRefused) {
  for (const std::string& line :
       {std::string(), std::string("moss"), std::string("moss "), std::string("Moss 1"),
        std::string("directory 2"), std::string("directory x"), std::string("maxmatches -1"),
        std::string("show 99999999999999999999"), std::string("file 1 c 10"),
        std::string("file 1 c -1 x"), std::string("file 1 c 18446744073709551615 x"),
        std::string("file x c 10 x"), std::string("file 1 c 10 a\0b", 15), std::string("query 1 x"),
        std::string("end now"), std::string("language a\tb"),
        "language " + std::string(kMostMossLine, 'x')}) {
    EXPECT_FALSE(parse_moss_line(line)) << line.substr(0, 40);
  }
}

TEST(MossName, StaysInsideAnArchive) {
  EXPECT_EQ(moss_name("main.c", false), "main.c");
  EXPECT_EQ(moss_name("/home/x/../../etc/passwd", false), "home/x/etc/passwd");
  EXPECT_EQ(moss_name("..\\..\\x.c", false), "x.c");
  EXPECT_EQ(moss_name("./a//b.c", false), "a/b.c");
  EXPECT_EQ(moss_name("../..", false), "unnamed");
}

TEST(MossName, HasOneFolderWhereFoldersAreSubmissions) {
  EXPECT_EQ(moss_name("hw1/ann/main.c", true), "hw1_ann/main.c");
  EXPECT_EQ(moss_name("ann/main.c", true), "ann/main.c");
  EXPECT_EQ(moss_name("main.c", true), "unnamed/main.c");
}

TEST(MossLanguage, IsOneOfOurs) {
  EXPECT_EQ(moss_language("c"), "c");
  EXPECT_EQ(moss_language("cc"), "cpp");
  EXPECT_EQ(moss_language("ascii"), "text");
  EXPECT_EQ(moss_language("nothing"), "");
  // All languages that the submission script has.
  for (const char* const name :
       {"c",      "cc",         "java",    "ml",     "pascal", "ada",    "lisp",
        "scheme", "haskell",    "fortran", "ascii",  "vhdl",   "perl",   "matlab",
        "python", "mips",       "prolog",  "spice",  "vb",     "csharp", "modula2",
        "a8086",  "javascript", "plsql",   "verilog"}) {
    EXPECT_NE(moss_language(name), "") << name;
  }
}

}  // namespace
}  // namespace whorl::serve
