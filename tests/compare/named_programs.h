// NamedPrograms: small C programs of which a test knows the names.
#pragma once

#include <random>
#include <set>
#include <string>
#include <vector>

#include "in_memory.h"

namespace whorl::internal::compare {

struct NamedProgram {
  std::string text;
  std::set<std::string> names;
};

// All have the same symbols, so that any two are a pair. The names of a program are those of
// another with a few removed or added, or a random sample of `pool` names.
inline std::vector<NamedProgram> named_programs(std::mt19937& random, std::size_t count,
                                                unsigned pool) {
  std::vector<NamedProgram> programs;
  for (std::size_t i = 0; i < count; ++i) {
    std::set<std::string> names;
    if (i > 0 && random() % 2 == 0) names = programs[random() % i].names;
    for (unsigned n = random() % (names.empty() ? 20 : 3); n > 0; --n) {
      names.insert("name" + std::to_string(random() % pool));
    }
    for (unsigned n = random() % 3; n > 0 && names.size() > 8; --n) names.erase(names.begin());
    names.insert({"f", "x", "y", "g"});
    NamedProgram program{
        "int f(int x, int y) { while (x < y) { x = x + y; } return g(x, y); } // comment\n", names};
    for (const std::string& name : names) program.text += "long " + name + " = 'n';\n";
    programs.push_back(std::move(program));
  }
  return programs;
}

inline std::vector<SubmissionSource> submissions_of(const std::vector<NamedProgram>& programs) {
  std::vector<SubmissionSource> submissions;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    submissions.push_back(
        in_memory::one_file("s" + std::to_string(1000 + i) + ".c", programs[i].text));
  }
  return submissions;
}

}  // namespace whorl::internal::compare
