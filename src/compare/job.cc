#include "compare/job.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "base/parallel.h"
#include "compare/common_text.h"
#include "compare/corpus.h"
#include "compare/fingerprint_file.h"
#include "compare/pair_matcher.h"
#include "compare/pair_search.h"
#include "compare/passages.h"
#include "compare/review.h"
#include "compare/settings.h"
#include "index/shared_index.h"

namespace whorl {
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
OwnerRules rules_of(const std::vector<Submission>& submissions) {
  OwnerRules rules;
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

std::uint32_t students_of(const OwnerRules& rules) {
  return rules.student.empty() ? 0 : 1 + *std::ranges::max_element(rules.student);
}

std::vector<Posting> postings_of(const Corpus& corpus, unsigned threads, Progress& progress) {
  progress.phase("fingerprinting", corpus.files.size());
  std::vector<Fingerprints> picks(corpus.files.size());
  parallel_for(corpus.files.size(), threads, [&](std::size_t i) {
    if (!progress.cancelled()) picks[i] = fingerprint_file(corpus.files[i]);
    progress.advance(1);
  });
  std::size_t total = 0;
  for (const Fingerprints& p : picks) total += p.size();
  std::vector<Posting> postings;
  postings.reserve(total);
  for (std::uint32_t owner = 0; owner < corpus.submissions.size(); ++owner) {
    for (std::size_t i = 0; i < corpus.submissions[owner].files.size(); ++i) {
      const Fingerprints file = std::move(picks[corpus.submissions[owner].files[i]]);
      for (std::size_t j = 0; j < file.size(); ++j) {
        postings.push_back({file.hash[j], owner, corpus.texts[owner].begins[i] + file.position[j]});
      }
    }
  }
  return postings;
}

std::vector<Pair> explain(const std::vector<PairMatch>& matches, const Corpus& corpus,
                          const SharedIndex& index, unsigned threads, Progress& progress) {
  progress.phase("explaining", matches.size());
  const LinesOfFiles lines = index_lines(matches, corpus);
  std::vector<Pair> pairs(matches.size());
  parallel_for(matches.size(), threads, [&](std::size_t i) {
    pairs[i] = matches[i].pair;
    pairs[i].passages = passages_of(matches[i], corpus, index, lines);
    progress.advance(1);
  });
  return pairs;
}

std::vector<std::string> recipes_of(const Corpus& corpus) {
  std::vector<std::string> recipes;
  for (const PreparedFile& file : corpus.files) {
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

Result<CompareReport> compare_gathered(Gathered gathered, const CompareOptions& options,
                                       Progress& progress) {
  const auto settings = Settings::resolve(options);
  if (!settings) return tl::unexpected(settings.error());
  auto review = read_review(options.review);
  if (!review) return tl::unexpected(review.error());

  Corpus corpus = build_corpus(std::move(gathered.submissions), std::move(gathered.base), *settings,
                               options.threads, progress);
  const OwnerRules rules = rules_of(corpus.submissions);
  if (options.max_share) {
    mask_common_text(corpus, postings_of(corpus, options.threads, progress), rules.student,
                     settings->max_students(students_of(rules)), options.threads);
  }
  const SharedIndex index(postings_of(corpus, options.threads, progress), rules, options.threads);
  const PairMatcher matcher(corpus, index);
  FoundPairs found = find_pairs(corpus, index, rules, matcher, options, progress);

  CompareReport report;
  report.pairs = explain(found.kept, corpus, index, options.threads, progress);
  if (progress.cancelled()) return stopped();
  report.recipes = recipes_of(corpus);
  report.omitted_pairs = found.omitted;
  report.histogram = std::move(found.histogram);
  report.review = std::move(*review);
  report.skipped = merge_skipped(std::move(gathered.skipped), std::move(corpus.skipped));
  for (PreparedFile& file : corpus.files) report.files.push_back(std::move(file.entry));
  report.submissions = std::move(corpus.submissions);
  return report;
}

}  // namespace whorl
