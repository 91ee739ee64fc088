#include "compare/job.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "base/try.h"
#include "compare/corpus/comparability.h"
#include "compare/corpus/corpus.h"
#include "compare/corpus/fingerprint_corpus.h"
#include "compare/corpus/settings.h"
#include "compare/corpus/shared_text.h"
#include "compare/explain.h"
#include "compare/review.h"
#include "compare/scoring/pair_matcher.h"
#include "compare/search/pair_search.h"
#include "index/shared_index.h"

namespace whorl::internal::compare {
namespace {

// The rank of each: by symbols, so that a submission looks for partners among larger ones, where
// what it shares is the larger part of itself and bounds are tight.
std::vector<std::uint32_t> ranks_of(const std::vector<Submission>& submissions) {
  std::vector<std::uint32_t> order(submissions.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return submissions[i].symbols; });
  std::vector<std::uint32_t> ranks(order.size());
  for (std::uint32_t rank = 0; rank < order.size(); ++rank) ranks[order[rank]] = rank;
  return ranks;
}

// What is selected from the corpus, after text that too many students have is masked.
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
                           max_students, threads);
  corpus::refresh_fingerprints(corpus, before, threads, selected);
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

}  // namespace

Result<CompareReport> compare_collected(submissions::CollectedInputs collected,
                                        const corpus::Settings& settings,
                                        const CompareOptions& options, Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(auto review, read_review(options.review));

  corpus::Corpus corpus =
      corpus::build_corpus(std::move(collected.submissions), std::move(collected.base), settings,
                           options.threads, progress);
  if (progress.cancelled()) return stopped();
  const corpus::Comparability rules(corpus.submissions);
  const index::Owners owners{ranks_of(corpus.submissions),
                             [&](auto group) { return rules.any_comparable(group); }};
  auto postings = select_postings(corpus, rules, settings, options.threads, progress);
  if (progress.cancelled()) return stopped();
  const index::SharedIndex index(std::move(postings), owners, options.threads);
  if (progress.cancelled()) return stopped();
  const scoring::PairMatcher matcher(corpus, index, rules, options.threads);
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
  report.review = std::move(review);
  report.skipped = merge_skipped(std::move(collected.skipped), std::move(corpus.skipped));
  for (corpus::PreparedFile& file : corpus.files) report.files.push_back(std::move(file.entry));
  report.submissions = std::move(corpus.submissions);
  return report;
}

}  // namespace whorl::internal::compare
