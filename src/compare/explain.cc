#include "compare/explain.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include "base/parallel.h"
#include "compare/scoring/announcement.h"
#include "compare/scoring/chance.h"
#include "compare/scoring/passages.h"

namespace whorl::internal::compare {
namespace {

// The part of the memory that counts for chances may take.
constexpr std::uint64_t kPartForChances = 4;

// The sentences for the reasons that occur.
std::vector<std::string> sentences_on(const std::vector<std::optional<scoring::NoEstimate>>& why) {
  std::set<scoring::NoEstimate> reasons;
  for (const auto& reason : why) {
    if (reason) reasons.insert(*reason);
  }
  std::vector<std::string> sentences;
  for (const scoring::NoEstimate reason : reasons)
    sentences.push_back(scoring::sentence_on(reason));
  return sentences;
}

// Adds bits to the passages of `pair`, and once_in if there is an estimate; else returns why not.
std::optional<scoring::NoEstimate> add_chance(const scoring::PairMatch& match,
                                              const scoring::ChanceModel& model,
                                              std::uint32_t alike, const corpus::Corpus& corpus,
                                              Pair& pair) {
  const std::vector<scoring::Chance> chances = model.of(match);
  for (std::size_t i = 0; i < chances.size(); ++i) {
    if (chances[i].bits) pair.passages[i].bits = *chances[i].bits;
  }
  const auto announced = scoring::announce(match, chances, alike, corpus);
  if (!announced) return announced.error();
  pair.once_in = announced->once_in;
  pair.class_too_small = announced->class_too_small;
  return {};
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
  std::vector<std::optional<scoring::NoEstimate>> reasons(matches.size());
  const auto alike = scoring::count_alike(matches, run.corpus.submissions.size());
  base::parallel_for(matches.size(), threads, [&](std::size_t i) {
    if (progress.cancelled()) return;
    pairs[i] = matches[i].pair;
    pairs[i].rare_names = scoring::rare_names(pairs[i], run.corpus, run.names);
    pairs[i].passages = scoring::passages_of(matches[i], run.corpus, run.index, lines);
    reasons[i] = add_chance(matches[i], chance, alike[i], run.corpus, pairs[i]);
    progress.advance(1);
  });
  return {std::move(pairs), sentences_on(reasons)};
}

}  // namespace whorl::internal::compare
