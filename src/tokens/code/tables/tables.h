// The tables, one file a family of languages. Each value is defined next to related ones and listed
// once, in tokens/code/languages.cc.
#pragma once

#include "tokens/code/language_table.h"

namespace whorl::internal::tokens::code::tables {

extern const Language kC, kCpp;                                      // c_family.cc
extern const Language kJava, kKotlin, kScala, kGroovy;               // jvm.cc
extern const Language kCSharp, kVisualBasic, kFSharp;                // jvm.cc
extern const Language kPython;                                       // scripting.cc
extern const Language kJavaScript, kTypeScript;                      // c_family.cc
extern const Language kGo, kRust, kSwift, kDart, kGlsl, kSolidity;   // systems.cc
extern const Language kPascal, kModula2, kAda;                       // systems.cc
extern const Language kSml, kOcaml, kHaskell, kElm;                  // functional.cc
extern const Language kErlang, kElixir;                              // functional.cc
extern const Language kLisp, kScheme, kClojure;                      // functional.cc
extern const Language kPerl, kRuby, kPhp, kLua, kTcl;                // scripting.cc
extern const Language kShell, kPowerShell;                           // scripting.cc
extern const Language kMatlab, kR, kJulia, kFortran, kFortranFixed;  // scientific.cc
extern const Language kVhdl, kVerilog, kSpice;                       // hardware.cc
extern const Language kMips, k8086;                                  // hardware.cc
extern const Language kSql, kProlog, kHcl, kCss;                     // declarative.cc

}  // namespace whorl::internal::tokens::code::tables
