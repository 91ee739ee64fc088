#include "jobs/compare/corpus/fingerprint_corpus.h"

#include "in_memory.h"
#include "jobs/compare/corpus/fingerprint_file.h"
#include "jobs/compare/corpus/shared_text.h"

namespace whorl::internal::compare::corpus {
namespace {

using namespace in_memory;

// Selecting again only where the mask cut gives the same result as selecting everything again.
TEST(FingerprintCorpus, RefreshingIsFingerprintingAnew) {
  std::mt19937 random(3);
  auto submissions = with_common_part(random, 8);
  for (int i = 0; i < 8; ++i) {
    const std::string name = "p" + std::to_string(i);
    std::string code = c_function(random, name, 40) + "int t[] = {";
    for (int n = 0; n < 400; ++n) code += "0, ";
    submissions.push_back(one_file(name + ".c", code + "};\n" + c_function(random, "own", 40)));
  }
  submissions.push_back(one_file("alone.txt", prose(random, 300)));
  NoProgress progress;
  const auto settings = Settings::resolve({});
  ASSERT_TRUE(settings.has_value());
  Corpus corpus = build_corpus(std::move(submissions), {}, *settings, 1, progress);
  std::vector<Fingerprints> selected = fingerprint_corpus(corpus, 1, progress);
  std::vector<std::vector<SymbolRange>> before;
  std::vector<std::uint32_t> students;
  for (const PreparedFile& file : corpus.files) {
    students.push_back(static_cast<std::uint32_t>(before.size()));
    before.push_back(file.unmasked);
  }
  mask_common_text(corpus, postings_of(corpus, selected), students, 4, 1, progress);
  std::size_t cut = 0;
  for (std::size_t i = 0; i < before.size(); ++i) cut += corpus.files[i].unmasked != before[i];
  ASSERT_GE(cut, 8u);
  ASSERT_LT(cut, before.size());
  refresh_fingerprints(corpus, before, 2, progress, selected);
  const std::vector<Fingerprints> anew = fingerprint_corpus(corpus, 1, progress);
  for (std::size_t i = 0; i < anew.size(); ++i) {
    EXPECT_EQ(selected[i].hash, anew[i].hash) << corpus.files[i].entry.path;
    EXPECT_EQ(selected[i].position, anew[i].position) << corpus.files[i].entry.path;
  }
}

// A stretch without masked parts keeps its selection.
TEST(FingerprintCorpus, StretchesThatStayAreNotSelectedAnew) {
  std::mt19937 random(4);
  NoProgress progress;
  const auto settings = Settings::resolve({});
  ASSERT_TRUE(settings.has_value());
  Corpus corpus = build_corpus({one_file("a", prose(random, 200))}, {}, *settings, 1, progress);
  PreparedFile& file = corpus.files[0];
  const std::uint32_t size = file.unmasked.at(0).end;
  file.unmasked = {{0, 200}, {300, size}};
  std::vector<Fingerprints> selected{fingerprint_file(file)};
  const std::vector<std::vector<SymbolRange>> before{file.unmasked};
  selected[0].hash.front() = 42;  // would be lost if it were selected again
  file.unmasked = {{0, 200}, {400, size}};
  refresh_fingerprints(corpus, before, 1, progress, selected);
  EXPECT_EQ(selected[0].hash.front(), 42u);
  EXPECT_TRUE(std::ranges::none_of(selected[0].position,
                                   [](std::uint32_t at) { return at >= 200 && at < 400; }));
}

}  // namespace
}  // namespace whorl::internal::compare::corpus
