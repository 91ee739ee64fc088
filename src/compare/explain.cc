#include "compare/explain.h"

#include <cstddef>
#include <set>
#include <utility>

#include "base/parallel.h"
#include "compare/scoring/chance.h"
#include "compare/scoring/passages.h"

namespace whorl::internal::compare {
namespace {

// The part of the memory that counts for chances may take.
constexpr std::uint64_t kPartForChances = 4;

using Reasons = std::set<scoring::NoEstimate>;

// Hands the chances of a pair's passages to them. Why some have none.
Reasons set_chances(const std::vector<scoring::Chance>& chances, std::vector<Passage>& passages) {
  Reasons reasons;
  for (std::size_t i = 0; i < chances.size(); ++i) {
    passages[i].once_in = chances[i].once_in;
    if (!chances[i].once_in) reasons.insert(chances[i].reason);
  }
  return reasons;
}

std::vector<std::string> sentences_on(const std::vector<Reasons>& reasons) {
  Reasons all;
  for (const Reasons& some : reasons) all.insert(some.begin(), some.end());
  std::vector<std::string> sentences;
  for (const scoring::NoEstimate reason : all) sentences.push_back(scoring::sentence_on(reason));
  return sentences;
}

}  // namespace

Explained explain(const std::vector<scoring::PairMatch>& matches, const ComparedRun& run,
                  unsigned threads, Progress& progress) {
  if (progress.cancelled()) return {};
  progress.phase("explaining", matches.size());
  const scoring::LinesOfFiles lines = scoring::index_lines(matches, run.corpus);
  const scoring::ChanceModel chance(run.corpus, run.rules, matches, run.memory / kPartForChances,
                                    threads, progress);
  std::vector<Pair> pairs(matches.size());
  std::vector<Reasons> reasons(matches.size());
  base::parallel_for(matches.size(), threads, [&](std::size_t i) {
    if (progress.cancelled()) return;
    pairs[i] = matches[i].pair;
    pairs[i].rare_names = scoring::rare_names(pairs[i], run.corpus, run.names);
    pairs[i].passages = scoring::passages_of(matches[i], run.corpus, run.index, lines);
    reasons[i] = set_chances(chance.of(matches[i]), pairs[i].passages);
    progress.advance(1);
  });
  return {std::move(pairs), sentences_on(reasons)};
}

}  // namespace whorl::internal::compare
