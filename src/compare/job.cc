#include "compare/job.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "base/parallel.h"
#include "base/try.h"
#include "compare/corpus/corpus.h"
#include "compare/corpus/fingerprint_file.h"
#include "compare/corpus/settings.h"
#include "compare/corpus/shared_text.h"
#include "compare/review.h"
#include "compare/scoring/pair_matcher.h"
#include "compare/scoring/passages.h"
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

// Attempts of one student get one number; who has no student is one.
index::OwnerRules rules_of(const std::vector<Submission>& submissions) {
  index::OwnerRules rules;
  std::map<std::string_view, std::uint32_t> numbers;
  std::uint32_t students = 0;
  rules.rank = ranks_of(submissions);
  for (const Submission& submission : submissions) {
    rules.archived.push_back(submission.archived);
    if (submission.student.empty()) {
      rules.student.push_back(students++);
      continue;
    }
    const auto [entry, fresh] = numbers.try_emplace(submission.student, students);
    students += fresh;
    rules.student.push_back(entry->second);
  }
  return rules;
}

std::uint32_t students_of(const index::OwnerRules& rules) {
  return rules.student.empty() ? 0 : 1 + *std::ranges::max_element(rules.student);
}

std::vector<index::Posting> postings_of(const corpus::Corpus& corpus, unsigned threads,
                                        Progress& progress) {
  progress.phase("fingerprinting", corpus.files.size());
  std::vector<Fingerprints> selected(corpus.files.size());
  base::parallel_for(corpus.files.size(), threads, [&](std::size_t i) {
    if (!progress.cancelled()) selected[i] = corpus::fingerprint_file(corpus.files[i]);
    progress.advance(1);
  });
  std::size_t total = 0;
  for (const Fingerprints& p : selected) total += p.size();
  std::vector<index::Posting> postings;
  postings.reserve(total);
  for (std::uint32_t owner = 0; owner < corpus.submissions.size(); ++owner) {
    for (std::size_t i = 0; i < corpus.submissions[owner].files.size(); ++i) {
      const Fingerprints file = std::move(selected[corpus.submissions[owner].files[i]]);
      for (std::size_t j = 0; j < file.size(); ++j) {
        postings.push_back({file.hash[j], owner, corpus.texts[owner].begins[i] + file.position[j]});
      }
    }
  }
  return postings;
}

std::vector<Pair> explain(const std::vector<scoring::PairMatch>& matches,
                          const corpus::Corpus& corpus, const index::SharedIndex& index,
                          unsigned threads, Progress& progress) {
  progress.phase("explaining", matches.size());
  const scoring::LinesOfFiles lines = scoring::index_lines(matches, corpus);
  std::vector<Pair> pairs(matches.size());
  base::parallel_for(matches.size(), threads, [&](std::size_t i) {
    pairs[i] = matches[i].pair;
    pairs[i].passages = scoring::passages_of(matches[i], corpus, index, lines);
    progress.advance(1);
  });
  return pairs;
}

std::vector<std::string> recipes_of(const corpus::Corpus& corpus) {
  std::vector<std::string> recipes;
  for (const corpus::PreparedFile& file : corpus.files) {
    std::string recipe = id(file.recipe);
    const auto place = std::ranges::lower_bound(recipes, recipe);
    if (place == recipes.end() || *place != recipe) recipes.insert(place, std::move(recipe));
  }
  return recipes;
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
  const index::OwnerRules rules = rules_of(corpus.submissions);
  if (options.matching.max_share) {
    corpus::mask_common_text(corpus, postings_of(corpus, options.threads, progress), rules.student,
                             settings.max_students(students_of(rules)), options.threads);
  }
  const index::SharedIndex index(postings_of(corpus, options.threads, progress), rules,
                                 options.threads);
  const scoring::PairMatcher matcher(corpus, index);
  search::FoundPairs found = search::find_pairs(corpus, index, rules, matcher, options, progress);

  CompareReport report;
  report.pairs = explain(found.kept, corpus, index, options.threads, progress);
  if (progress.cancelled()) return stopped();
  report.recipes = recipes_of(corpus);
  report.omitted_pairs = found.omitted;
  report.histogram = std::move(found.histogram);
  report.review = std::move(review);
  report.skipped = merge_skipped(std::move(collected.skipped), std::move(corpus.skipped));
  for (corpus::PreparedFile& file : corpus.files) report.files.push_back(std::move(file.entry));
  report.submissions = std::move(corpus.submissions);
  return report;
}

}  // namespace whorl::internal::compare
