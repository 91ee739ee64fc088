#include "tokens/code/tables/tables.h"

#include <algorithm>

#include "base/ascii_case.h"
#include "tokens/code/word_list.h"

namespace whorl::internal::tokens::code {
namespace {

using namespace tables;

constexpr const Language* kLanguages[] = {
    &kC,           &kCpp,        &kJava,    &kKotlin,     &kScala,      &kGroovy,  &kCSharp,
    &kVisualBasic, &kFSharp,     &kPython,  &kJavaScript, &kTypeScript, &kGo,      &kRust,
    &kSwift,       &kDart,       &kGlsl,    &kSolidity,   &kPascal,     &kModula2, &kAda,
    &kSml,         &kOcaml,      &kHaskell, &kElm,        &kErlang,     &kElixir,  &kLisp,
    &kScheme,      &kClojure,    &kPerl,    &kRuby,       &kPhp,        &kLua,     &kTcl,
    &kShell,       &kPowerShell, &kMatlab,  &kR,          &kJulia,      &kFortran, &kFortranFixed,
    &kVhdl,        &kVerilog,    &kSpice,   &kMips,       &k8086,       &kSql,     &kProlog,
    &kHcl,         &kCss,
};

bool answers_to(const Language& language, std::string_view name) {
  bool found = base::equal_in_any_case(language.name, name);
  for_each_word(language.aliases, [&](std::string_view alias) {
    found = found || base::equal_in_any_case(alias, name);
  });
  return found;
}

}  // namespace

std::span<const Language* const> languages() { return kLanguages; }

const Language* find_language(std::string_view name) {
  // Most callers give the name as the table spells it.
  for (const Language* language : kLanguages) {
    if (language->name == name) return language;
  }
  for (const Language* language : kLanguages) {
    if (answers_to(*language, name)) return language;
  }
  return nullptr;
}

}  // namespace whorl::internal::tokens::code
