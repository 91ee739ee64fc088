#include "whorl/compare.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/go_on.h"
#include "base/guard.h"
#include "base/latched.h"
#include "base/parallel.h"
#include "base/try.h"
#include "jobs/compare/corpus/comparability.h"
#include "jobs/compare/corpus/corpus.h"
#include "jobs/compare/corpus/fingerprint_corpus.h"
#include "jobs/compare/corpus/settings.h"
#include "jobs/compare/corpus/shared_text.h"
#include "jobs/compare/review.h"
#include "jobs/compare/scoring/also_in.h"
#include "jobs/compare/scoring/announcement.h"
#include "jobs/compare/scoring/chance.h"
#include "jobs/compare/scoring/names.h"
#include "jobs/compare/scoring/pair_matcher.h"
#include "jobs/compare/scoring/passages.h"
#include "jobs/compare/search/pair_search.h"
#include "jobs/compare/submissions/collect.h"
#include "jobs/compare/submissions/from_memory.h"
#include "passages/index/shared_index.h"
#include "whorl/progress.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl::internal::compare {
namespace {

// The job behind compare(), from documents that are already collected.

// The error of a cancelled run.
tl::unexpected<Error> stopped() {
  return fail(ErrorCode::cancelled, "stopped: no report was written");
}

// The parts of the report about pairs: passages, rare names, and how improbable the passages are.

// The data that were compared.
struct ComparedRun {
  const corpus::Corpus& corpus;
  const corpus::Comparability& rules;
  const index::SharedIndex& index;
  const scoring::NameSets& names;
  std::uint64_t memory;  // of the run, in bytes
};

struct Explained {
  std::vector<Pair> pairs;                 // one a match, in their order
  std::vector<std::string> not_estimated;  // CompareReport::not_estimated
};

// The part of the memory for chances.
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

// If it is cancelled, some pairs or all are missing or have no passages.
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
    pairs[i].also_in = scoring::also_in(matches[i], run.index, run.rules);
    reasons[i] = add_chance(matches[i], chance, alike[i], run.corpus, pairs[i]);
    progress.advance(1);
  });
  return {std::move(pairs), sentences_on(reasons)};
}

// The rank of each submission, by symbols. So a submission searches for partners among larger ones.
// There the shared part is larger relative to itself, and bounds are tight.
std::vector<std::uint32_t> ranks_of(const std::vector<Submission>& submissions) {
  std::vector<std::uint32_t> order(submissions.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return submissions[i].symbols; });
  std::vector<std::uint32_t> ranks(order.size());
  for (std::uint32_t rank = 0; rank < order.size(); ++rank) ranks[order[rank]] = rank;
  return ranks;
}

// The selection from the corpus, after text of too many students is masked.
std::vector<index::Posting> select_postings(corpus::Corpus& corpus,
                                            const corpus::Comparability& rules,
                                            const corpus::Settings& settings, unsigned threads,
                                            Progress& progress) {
  std::vector<Fingerprints> selected = corpus::fingerprint_corpus(corpus, threads, progress);
  const std::uint32_t max_students = settings.max_students(rules.students());
  if (max_students == 0) return corpus::postings_of(corpus, std::move(selected));
  std::vector<std::vector<corpus::SymbolRange>> before;
  for (const corpus::PreparedFile& file : corpus.files) before.push_back(file.unmasked);
  corpus::mask_common_text(corpus, corpus::postings_of(corpus, selected), rules.student(),
                           max_students, threads, progress);
  corpus::refresh_fingerprints(corpus, before, threads, progress, selected);
  return corpus::postings_of(corpus, std::move(selected));
}

// The recipes in use, and the guarantee threshold of each.
void describe_recipes(const corpus::Corpus& corpus, CompareReport& report) {
  std::map<std::string, std::uint32_t> guarantees;
  for (const corpus::PreparedFile& file : corpus.files) {
    guarantees.emplace(id(file.recipe), file.guarantee);
  }
  for (const auto& [recipe, guarantee] : guarantees) {
    report.recipes.push_back(recipe);
    report.guarantees.push_back(guarantee);
  }
}

std::vector<Skipped> merge_skipped(std::vector<Skipped> first, std::vector<Skipped> second) {
  first.insert(first.end(), std::make_move_iterator(second.begin()),
               std::make_move_iterator(second.end()));
  std::ranges::sort(first, {}, [](const Skipped& s) {
    return std::tuple(std::string_view(s.path), std::string_view(s.reason), s.kind);
  });
  return first;
}

// The steps of compare() after collecting. `settings` are those of `options`. Reads only the review
// file.
Result<CompareReport> compare_collected(submissions::CollectedInputs collected,
                                        const corpus::Settings& settings,
                                        const CompareOptions& options, Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(auto review, read_review(options.review));

  std::ranges::move(base_of(review.ignored), std::back_inserter(collected.base));
  corpus::Corpus corpus =
      corpus::build_corpus(std::move(collected.submissions), std::move(collected.base), settings,
                           options.threads, progress);
  if (progress.cancelled()) return stopped();
  const corpus::Comparability rules(corpus.submissions);
  const index::Owners owners{ranks_of(corpus.submissions),
                             [&](auto group) { return rules.any_comparable(group); }};
  auto postings = select_postings(corpus, rules, settings, options.threads, progress);
  if (progress.cancelled()) return stopped();
  const index::SharedIndex index(std::move(postings), owners, options.threads,
                                 base::Cancellation(&progress));
  if (progress.cancelled()) return stopped();
  const scoring::PairMatcher matcher(corpus, index, rules, options.threads, progress);
  if (progress.cancelled()) return stopped();
  search::FoundPairs found = search::find_pairs({corpus, index, rules, matcher}, options.ranking,
                                                options.threads, progress);

  CompareReport report;
  Explained explained =
      explain(found.kept, {corpus, rules, index, matcher.names(), settings.memory()},
              options.threads, progress);
  report.pairs = std::move(explained.pairs);
  report.not_estimated = std::move(explained.not_estimated);
  if (progress.cancelled()) return stopped();
  describe_recipes(corpus, report);
  report.omitted_pairs = found.omitted;
  report.histogram = std::move(found.histogram);
  report.histogram_estimated = std::move(found.estimated);
  report.review = std::move(review.notes);
  report.ignored = std::move(review.ignored);
  report.recognised = std::move(collected.recognised);
  report.skipped = merge_skipped(std::move(collected.skipped), std::move(corpus.skipped));
  for (corpus::PreparedFile& file : corpus.files) report.files.push_back(std::move(file.entry));
  report.submissions = std::move(corpus.submissions);
  return report;
}

}  // namespace

}  // namespace whorl::internal::compare

namespace whorl {

using namespace internal;

namespace {

compare::submissions::InputRun input_run(const CompareOptions& options) {
  SubmissionInput input = options.input;
  input.outputs.push_back(options.review);
  return {std::move(input), options.threads, options.memory};
}

}  // namespace

// Both report invalid option values before they read any input.

Result<CompareReport> compare(const CompareOptions& options, Progress& progress) try {
  WHORL_ASSIGN_OR_RETURN(const auto settings, compare::corpus::Settings::resolve(options));
  base::Latched latched(progress);
  settings.conversions().watch(&latched);
  if (options.input.paths.empty()) {
    return fail(ErrorCode::invalid_argument, "no path to compare; give at least one");
  }
  auto collected = compare::submissions::collect(input_run(options), latched);
  if (!collected && collected.error().code == ErrorCode::cancelled) return compare::stopped();
  WHORL_RETURN_IF_ERROR(collected);
  return compare::compare_collected(std::move(*collected), settings, options, latched);
} catch (...) {
  return internal::base::caught();
}

Result<CompareReport> compare(std::vector<SubmissionSource> submissions, std::vector<Document> base,
                              const CompareOptions& options, Progress& progress) try {
  WHORL_ASSIGN_OR_RETURN(const auto settings, compare::corpus::Settings::resolve(options));
  base::Latched latched(progress);
  settings.conversions().watch(&latched);
  WHORL_RETURN_IF_ERROR(compare::submissions::check_unused(options.input));
  WHORL_ASSIGN_OR_RETURN(
      auto given, compare::submissions::from_memory(std::move(submissions), std::move(base)));
  return compare::compare_collected(std::move(given), settings, options, latched);
} catch (...) {
  return internal::base::caught();
}

Result<CompareReport> compare(std::vector<SubmissionSource> submissions,
                              const CompareOptions& options, Progress& progress) {
  return whorl::compare(std::move(submissions), {}, options, progress);
}

}  // namespace whorl
