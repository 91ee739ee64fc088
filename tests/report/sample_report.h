// Reports for the tests of the writers.
#pragma once

#include <string>

#include "whorl/report.h"

namespace whorl::test {

inline constexpr const char* kHostileName = "</script><b>\"x'\\\n\x1b[31m\xFF=1+1.c";

inline FileEntry file(std::string path, std::string text) {
  FileEntry entry;
  entry.path = std::move(path);
  entry.front_end = "code:c";
  entry.text = std::move(text);
  entry.lines = 2;
  entry.symbols = 12;
  return entry;
}

inline Submission submission(std::string name, std::vector<std::uint32_t> files) {
  Submission made;
  made.name = std::move(name);
  made.files = std::move(files);
  made.symbols = 12;
  return made;
}

inline Passage passage(std::uint32_t a, std::uint32_t b, PassageKind kind) {
  Passage made;
  made.a = {a, {0, 10}, 1, 1};
  made.b = {b, {2, 12}, 1, 2};
  made.symbols = 9;
  made.kind = kind;
  made.identity = kind == PassageKind::edited ? 0.9 : 1.0;
  return made;
}

// Three submissions, one of them in UTF-16 and archived, one with a name that attacks every
// format; two pairs; one input skipped and one read by a fallback; one verdict.
inline CompareReport sample_report() {
  CompareReport report;
  report.recipes = {"code:c/k=12/winnow:w=14"};
  report.guarantees = {30};
  report.files = {file("ann/main.c", "int main() {\n}\n"), file("ann/util.c", "int one();\n\n"),
                  file(kHostileName, "// </script><script>alert(1)\n\n"),
                  file("zoë/main.c", "int main() {\n}\n")};
  report.files[0].base = {{0, 3}};
  report.files[0].base_symbols = 1;
  report.files[3].origin_runs = {{0, 2}, {15, 32}};
  report.submissions = {submission("ann", {0, 1}), submission(kHostileName, {2}),
                        submission("zoë", {3})};
  report.submissions[0].student = "Ann Example";
  report.submissions[0].attempt = "2";
  report.submissions[0].group = "=cmd|' /C calc'!A0";
  report.submissions[0].base_symbols = 1;
  report.submissions[2].archived = true;

  Pair best;
  best.a = 0;
  best.b = 2;
  best.score = best.similarity = best.containment_a = best.containment_b = 1;
  best.longest = 9;
  best.evidence = 6.5;
  best.identical = true;
  best.identical_names = true;
  best.names = 1;
  best.rare_names = {{"minutes_from", 2}, {"zähler", 2}, {"best", 3}};
  best.passages = {passage(0, 3, PassageKind::verbatim)};
  best.passages[0].bits = 121.5;
  best.once_in = kMostPairs;
  Pair second;
  second.a = 0;
  second.b = 1;
  second.score = 0.1;
  second.similarity = 1.0 / 3;
  second.containment_a = 0.25;
  second.containment_b = 0.5;
  second.longest = 5;
  second.evidence = 1e-7;
  second.rare_names = {{"</script>$", 2}};
  second.passages = {passage(0, 2, PassageKind::renamed), passage(1, 2, PassageKind::edited)};
  second.passages[1].bits = 15;
  second.once_in = 40;
  second.class_too_small = true;
  second.also_in = 3;
  report.ignored = {{"passage.c", "</script>\n"}};
  report.pairs = {best, second};
  report.not_estimated = {"Too few are left <to tell>."};

  report.skipped = {{"ann/notes.pdf", "ann/notes.pdf is encrypted", SkipKind::skipped},
                    {"zoë/main.c", "3 invalid bytes were replaced", SkipKind::fallback}};
  report.omitted_pairs = 7;
  report.histogram = {7, 1, 1};
  report.histogram_estimated = {7, 0, 0};
  report.run = RunDescription{"1.2.3",
                              "2026-05-01",
                              "whorl compare 'two words'",
                              {{"limit", "2", true}, {"by", "auto", false}}};
  report.known = {{"ann/main.c",
                   0.75,
                   {{"cs101",
                     "2025",
                     "karla/main.c",
                     "2025-05-01",
                     "https://example.org/karla?a=1&b=2",
                     0.75,
                     0.5,
                     12.5,
                     {{1, 2}, {3, 3}}}}}};
  report.review = {{"ann", "zoë", Verdict::copied, "saw it, \"clearly\""}};
  return report;
}

}  // namespace whorl::test
