// The report does not depend on the number of threads and the order of inputs
// (docs/coming-from.md).
#include <nlohmann/json.hpp>
#include <numeric>

#include "in_memory.h"

namespace whorl::internal::compare {
namespace {

using namespace in_memory;
using Json = nlohmann::json;

Json to_json(const Location& p) {
  return {p.file, p.view.begin, p.view.end, p.first_line, p.last_line};
}

// All contents of a report as bytes that can be compared.
std::string everything(const CompareReport& report) {
  Json json;
  json["recipes"] = report.recipes;
  json["omitted"] = report.omitted_pairs;
  json["histogram"] = report.histogram;
  json["histogram_estimated"] = report.histogram_estimated;
  for (const FileEntry& f : report.files) {
    json["files"].push_back({f.path, f.front_end, f.text, f.lines, f.symbols, f.base_symbols});
  }
  for (const Submission& s : report.submissions) {
    json["submissions"].push_back({s.name, s.files, s.symbols, s.base_symbols});
  }
  for (const Skipped& s : report.skipped) json["skipped"].push_back({s.path, s.reason});
  for (const Pair& p : report.pairs) {
    Json passages;
    for (const Passage& passage : p.passages) {
      passages.push_back({to_json(passage.a), to_json(passage.b), passage.symbols,
                          static_cast<int>(passage.kind), passage.identity, passage.shared_by});
    }
    json["pairs"].push_back({p.a, p.b, p.score, p.similarity, p.containment_a, p.containment_b,
                             p.longest, p.evidence, p.identical, passages});
  }
  return json.dump();
}

std::vector<SubmissionSource> course(std::mt19937& random) {
  std::vector<std::string> functions;
  for (int i = 0; i < 30; ++i)
    functions.push_back(in_memory::c_function(random, "f", 10 + random() % 40));
  std::vector<SubmissionSource> submissions;
  for (int i = 0; i < 30; ++i) {
    std::string text;
    for (unsigned n = 2 + random() % 6; n > 0; --n) text += functions[random() % functions.size()];
    text += "int t[] = {";
    for (unsigned n = random() % 200; n > 0; --n) text += "0, ";
    text += "};\n" + in_memory::c_function(random, "own", 30);
    submissions.push_back(in_memory::one_file("s" + std::to_string(i) + ".c", text));
  }
  return submissions;
}

TEST(Determinism, SameReportAtAnyThreadCountAndOrder) {
  std::mt19937 random(1);
  auto submissions = course(random);
  for (std::uint64_t limit : {0u, 20u}) {
    CompareOptions options;
    options.ranking.limit = limit;
    options.threads = 1;
    const std::string expected = everything(in_memory::run(submissions, options));
    EXPECT_GT(expected.size(), 10'000u);
    for (unsigned threads : {2u, 7u}) {
      std::ranges::shuffle(submissions, random);
      options.threads = threads;
      EXPECT_EQ(everything(in_memory::run(submissions, options)), expected)
          << threads << " threads";
    }
  }
}

// A limit keeps the pairs that a run without a limit ranks first.
TEST(Determinism, ALimitKeepsTheBestOfAll) {
  std::mt19937 random(2);
  const auto submissions = course(random);
  CompareOptions options;
  options.ranking.limit = 0;
  const auto all = in_memory::run(submissions, options);
  for (std::uint64_t limit : {1u, 7u, 50u}) {
    options.ranking.limit = limit;
    const auto best = in_memory::run(submissions, options);
    ASSERT_EQ(best.pairs.size(), std::min<std::size_t>(limit, all.pairs.size()));
    for (std::size_t i = 0; i < best.pairs.size(); ++i) {
      ASSERT_EQ(std::pair(best.pairs[i].a, best.pairs[i].b),
                std::pair(all.pairs[i].a, all.pairs[i].b));
    }
    EXPECT_EQ(best.pairs.size() + best.omitted_pairs, all.pairs.size());
    EXPECT_EQ(std::accumulate(best.histogram.begin(), best.histogram.end(), std::uint64_t{0}),
              best.pairs.size() + best.omitted_pairs);
  }
}

}  // namespace
}  // namespace whorl::internal::compare
