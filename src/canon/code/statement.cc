#include "canon/code/statement.h"

#include <algorithm>
#include <initializer_list>

namespace whorl::internal::canon::code {
namespace {

using Spellings = std::initializer_list<std::string_view>;

// Goes over the tokens of a statement: what finds its tokens goes past them and is true.
class Walk {
 public:
  explicit Walk(const Statement& statement) : statement_(statement) {}

  bool done() const { return at_ == statement_.tokens.size(); }
  std::size_t at() const { return at_; }
  void go_to(std::size_t at) { at_ = at; }

  bool next_is(std::string_view spelling) const {
    return !done() && statement_.spelling(at_) == spelling;
  }

  bool word(std::string_view spelling) { return step_if(next_is(spelling)); }

  bool one_of(Spellings spellings) {
    return std::ranges::any_of(spellings, [this](std::string_view s) { return word(s); });
  }

  bool kind(TokenClass kind) { return step_if(!done() && statement_.tokens[at_].kind == kind); }

  bool flag(WordFlag flag) {
    return step_if(!done() && (statement_.tokens[at_].flags & flag) != 0);
  }

  bool any() { return step_if(!done()); }

  // A name, or several with one of `joints` between them.
  bool path(Spellings joints) {
    do {
      if (!kind(TokenClass::identifier)) return false;
    } while (one_of(joints));
    return true;
  }

  // What stands from `first` to before `last`, once more.
  bool again(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      if (!word(statement_.spelling(i))) return false;
    }
    return true;
  }

 private:
  bool step_if(bool found) {
    if (found) ++at_;
    return found;
  }

  const Statement& statement_;
  std::size_t at_ = 0;
};

bool one_step(Walk& walk) {
  const bool before = walk.one_of({"++", "--"});
  const std::size_t first = walk.at();
  if (!walk.path({".", "->"})) return false;
  const std::size_t last = walk.at();
  if (before || walk.one_of({"++", "--"})) return true;
  if (walk.one_of({"+=", "-="})) return walk.kind(TokenClass::number);
  if (!walk.word("=") || !walk.again(first, last)) return false;
  return !walk.one_of({"+", "-"}) || walk.kind(TokenClass::number);
}

bool constant(Walk& walk) {
  walk.one_of({"-", "+"});
  return walk.kind(TokenClass::number) || walk.kind(TokenClass::string) ||
         walk.kind(TokenClass::character) || walk.flag(kConstant);
}

// <…> with its partner.
bool type_arguments(Walk& walk) {
  if (!walk.word("<")) return false;
  for (std::size_t depth = 1; depth > 0;) {
    if (walk.word("<")) {
      ++depth;
    } else if (walk.word(">")) {
      --depth;
    } else if (!walk.any()) {
      return false;
    }
  }
  return true;
}

// The type in front of what is declared, or the word that says that something is.
bool type(Walk& walk) {
  bool found = false;
  while (walk.flag(kType)) found = true;
  const std::size_t name = walk.at();
  if (walk.path({"::", "."}) && !walk.next_is("=") && !walk.next_is(":=") && !walk.next_is(":")) {
    found = true;
    type_arguments(walk);
  } else {
    walk.go_to(name);
  }
  while (found && walk.one_of({"*", "&", "[", "]"})) {
  }
  return found;
}

bool constant_declarator(Walk& walk, bool typed) {
  if (!walk.kind(TokenClass::identifier)) return false;
  if (walk.word(":") && !walk.flag(kType) && !walk.path({"."})) return false;
  const bool declares = walk.word(":=") || (typed && walk.word("="));
  return declares && constant(walk);
}

}  // namespace

bool is_step(const Statement& statement) {
  Walk walk(statement);
  do {
    if (!one_step(walk)) return false;
  } while (walk.word(","));
  return walk.done();
}

bool is_constant_declaration(const Statement& statement) {
  Walk walk(statement);
  const bool typed = type(walk);
  do {
    if (!constant_declarator(walk, typed)) return false;
  } while (walk.word(","));
  return walk.done();
}

}  // namespace whorl::internal::canon::code
