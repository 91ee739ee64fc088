#include "tokens/language.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tokens/front_ends.h"
#include "tokens/methods.h"

namespace whorl::internal::tokens {
namespace {

std::string found(std::string_view name, std::string_view text = "", std::string_view hint = "") {
  const Detected d = detect(name, text, hint);
  std::string out(d.front_end);
  if (!d.argument.empty()) out.append(":").append(d.argument);
  return out.append(" by ").append(d.how);
}

TEST(Detect, ByExtensionInAnyCaseAndFolder) {
  EXPECT_EQ(found("a/b.c/main.py"), "code:python by extension");
  EXPECT_EQ(found("week1.zip/Ann/Main.JAVA"), "code:java by extension");
  EXPECT_EQ(found("x.hpp"), "code:cpp by extension");
  EXPECT_EQ(found("x.C"), "code:cpp by extension");
  EXPECT_EQ(found("x.c"), "code:c by extension");
  EXPECT_EQ(found("essay.md"), "text by extension");
  EXPECT_EQ(found("page.XHTML"), "html by extension");
  EXPECT_EQ(found("old.f"), "code:fortran-fixed by extension");
  EXPECT_EQ(found("new.F90"), "code:fortran by extension");
  EXPECT_EQ(found("main.tf"), "code:hcl by extension");
  EXPECT_EQ(found("lab.ipynb"), "code:python by extension");
}

TEST(Detect, ByFileName) {
  EXPECT_EQ(found("src/Rakefile"), "code:ruby by file name");
  EXPECT_EQ(found("README"), "text by file name");
}

TEST(Detect, ByInterpreter) {
  EXPECT_EQ(found("run", "#!/usr/bin/env python3.11 -u\n"), "code:python by interpreter");
  EXPECT_EQ(found("run", "#!/bin/bash\r\necho"), "code:shell by interpreter");
  EXPECT_EQ(found("run", "#! /usr/bin/env -S node --test\n"), "code:javascript by interpreter");
  EXPECT_EQ(found("queens.pl", "#!/usr/bin/swipl\nuse my"), "code:prolog by interpreter");
  EXPECT_EQ(found("run", "#!"), "text by default");
}

TEST(Detect, ByContentWhereLanguagesShareAnExtension) {
  EXPECT_EQ(found("a.h", "struct a { int b; };"), "code:c by content");
  EXPECT_EQ(found("a.h", "namespace n { template <class T> class A; }"), "code:cpp by content");
  EXPECT_EQ(found("a.m", "function y = f(x)\n% square\ny = zeros(3);\nend"),
            "code:matlab by content");
  EXPECT_EQ(found("a.m", "#import <A.h>\n@interface A\n@end\n"), "code:c by content");
  EXPECT_EQ(found("a.pl", "use strict;\nmy $x = 1;"), "code:perl by content");
  EXPECT_EQ(found("a.pl", "f(X) :- g(X).\nh(1).\n"), "code:prolog by content");
  EXPECT_EQ(found("a.v", "module m(input a); wire b; endmodule"), "code:verilog by content");
  EXPECT_EQ(found("a.v", "Theorem t : True. Proof. auto. Qed."), "text by content");
  EXPECT_EQ(found("a.asm", "li $v0, 4\nsyscall\n"), "code:mips by content");
  EXPECT_EQ(found("a.asm", "mov ax, 5\nint 21h\n"), "code:a8086 by content");
  EXPECT_EQ(found("a.ml", "let rec f x = match x with\n| 0 -> 1"), "code:ocaml by content");
  EXPECT_EQ(found("a.ml", "fun f 0 = 1\n| f n = n\nval x = f 1"), "code:sml by content");
  EXPECT_EQ(found("a.fs", "open System\nlet x = 1\nprintfn \"\""), "code:fsharp by content");
  EXPECT_EQ(found("a.fs", "#version 330\nuniform vec4 c; void main() {}"), "code:glsl by content");
  EXPECT_EQ(found("a.cls", "\\ProvidesClass{a}"), "text by content");
  EXPECT_EQ(found("a.cls", "Attribute VB_Name = \"A\""), "code:vb by content");
  EXPECT_EQ(found("a.inc", "<?php $this->x();"), "code:php by content");
  EXPECT_EQ(found("a.ts", "<?xml?><!DOCTYPE TS><TS>"), "text by content");
  EXPECT_EQ(found("a.ts", "const a: number = 1"), "code:typescript by content");
  EXPECT_EQ(found("unknown", " \n<!DOCTYPE HTML>"), "html by content");
}

TEST(Detect, FallsBackToText) {
  EXPECT_EQ(found(""), "text by default");
  EXPECT_EQ(found("file"), "text by default");
  EXPECT_EQ(found(".c"), "text by default");
  EXPECT_EQ(found("x.unheard", std::string("\0\xff", 2)), "text by default");
}

TEST(Detect, TheHintWins) {
  EXPECT_EQ(found("x.py", "", "java"), "code:java by option");
  EXPECT_EQ(found("x.py", "", "TEXT"), "text by option");
  EXPECT_EQ(found("x.py", "", "nonesuch"), "code:python by extension");
}

TEST(LanguageNamed, TakesTheNamesOfMoss) {
  for (const std::string_view name :
       {"c",      "cc",         "java",    "ml",      "pascal", "ada",    "lisp",
        "scheme", "haskell",    "fortran", "ascii",   "vhdl",   "perl",   "matlab",
        "python", "mips",       "prolog",  "spice",   "vb",     "csharp", "modula2",
        "a8086",  "javascript", "plsql",   "verilog", "tcl",    "hcl",    "HCL2"}) {
    EXPECT_TRUE(language_named(name)) << name;
  }
  EXPECT_EQ(language_named("c++")->argument, "cpp");
  EXPECT_FALSE(language_named("nonesuch"));
  EXPECT_FALSE(language_named(""));
}

TEST(LanguageNames, NoNameMeansTwoThingsAndAllAreAccepted) {
  std::set<std::string> seen;
  const auto take = [&](std::string_view name) {
    EXPECT_TRUE(seen.insert(std::string(name)).second) << name;
    const auto detected = language_named(name);
    ASSERT_TRUE(detected) << name;
    const FrontEnd* front_end = find_front_end(detected->front_end);
    EXPECT_TRUE(front_end == nullptr || front_end->check(detected->argument)) << name;
  };
  for (const LanguageMethod& row : language_methods()) {
    take(row.name);
    std::string aliases(row.aliases);
    for (std::size_t begin = 0; begin < aliases.size();) {
      const std::size_t end = std::min(aliases.find(' ', begin), aliases.size());
      take(std::string_view(aliases).substr(begin, end - begin));
      begin = end + 1;
    }
  }
}

}  // namespace
}  // namespace whorl::internal::tokens
