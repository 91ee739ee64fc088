// Runs `compare` on documents that a test makes.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "whorl/compare.h"

namespace whorl::in_memory {

using Files = std::vector<Document>;

inline SubmissionSource submission(std::string name, Files files, std::string student = "") {
  SubmissionSource source;
  source.name = std::move(name);
  source.student = std::move(student);
  source.documents = std::move(files);
  return source;
}

// A submission of one file that has the name of the submission.
inline SubmissionSource one_file(const std::string& name, std::string text) {
  return submission(name, {{name, std::move(text)}});
}

inline CompareReport run(std::vector<SubmissionSource> submissions, CompareOptions options = {},
                         Files base = {}) {
  NoProgress progress;
  auto report = compare(std::move(submissions), std::move(base), options, progress);
  EXPECT_TRUE(report.has_value()) << (report ? "" : report.error().message);
  return report ? std::move(*report) : CompareReport();
}

// The pair of these two names, or null.
inline const Pair* pair_of(const CompareReport& report, const std::string& a,
                           const std::string& b) {
  for (const Pair& pair : report.pairs) {
    const auto& x = report.submissions[pair.a].name;
    const auto& y = report.submissions[pair.b].name;
    if ((x == a && y == b) || (x == b && y == a)) return &pair;
  }
  return nullptr;
}

// Random words, so that texts do not agree by chance.
inline std::string prose(std::mt19937& random, std::size_t words) {
  std::string text;
  for (std::size_t i = 0; i < words; ++i) {
    for (unsigned n = 3 + random() % 7; n > 0; --n) text += static_cast<char>('a' + random() % 26);
    text += i % 12 == 11 ? ".\n" : " ";
  }
  return text;
}

// A C function of `statements` statements with a random shape, so that functions do not agree by
// chance.
inline std::string c_function(std::mt19937& random, const std::string& name, unsigned statements) {
  static const std::vector<std::string> kForms = {"  x = x + y * 3;\n",
                                                  "  if (x > y) { x -= 2; }\n",
                                                  "  while (y < 9) y++;\n",
                                                  "  call(x, y, \"s\");\n",
                                                  "  y = x << 2 | 1;\n",
                                                  "  for (;;) { break; }\n",
                                                  "  int *p = &x;\n",
                                                  "  p[3] = *p ? x : y;\n",
                                                  "  return x % y;\n",
                                                  "  do { x--; } while (x);\n",
                                                  "  switch (x) { case 1: y = 2; }\n",
                                                  "  x ^= ~y;\n",
                                                  "  a.b->c = 'q';\n",
                                                  "  y = sizeof(long);\n",
                                                  "  x &= y && !x;\n"};
  std::string text = "int " + name + "(int x, int y) {\n";
  for (unsigned i = 0; i < statements; ++i) text += kForms[random() % kForms.size()];
  return text + "}\n";
}

// Two of the submissions also share a second part.
inline std::vector<SubmissionSource> with_common_part(std::mt19937& random, int students) {
  std::vector<SubmissionSource> submissions;
  const std::string common = prose(random, 80);
  const std::string secret = prose(random, 80);
  for (int i = 0; i < students; ++i) {
    const std::string own(1, static_cast<char>('a' + i));  // the common part ends here for all
    std::string text = prose(random, 50) + own + common + own + prose(random, 50);
    if (i < 2) text += secret;
    submissions.push_back(one_file("s" + std::to_string(i), text));
  }
  return submissions;
}

// The text at a location as it is shown.
inline std::string view_of(const CompareReport& report, const Location& location) {
  return report.files[location.file].text.substr(location.view.begin,
                                                 location.view.end - location.view.begin);
}

}  // namespace whorl::in_memory
