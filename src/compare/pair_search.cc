#include "compare/pair_search.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <utility>

#include "base/parallel.h"
#include "compare/best_pairs.h"
#include "compare/measures.h"
#include "compare/pair_bounds.h"
#include "compare/partner_scan.h"
#include "compare/reaches.h"

namespace whorl {
namespace {

constexpr std::size_t kBins = 100;

std::size_t bin_of(double similarity) {
  return std::min(kBins - 1, static_cast<std::size_t>(similarity * kBins));
}

// A pair that may yet turn out to be one of the best.
struct Candidate {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  float estimate = 0;  // of the similarity
  PairBound bound;
};

class PairSearch {
 public:
  PairSearch(const Corpus& corpus, const SharedIndex& index, const OwnerRules& rules,
             const PairMatcher& matcher, const CompareOptions& options, Progress& progress)
      : corpus_(corpus),
        index_(index),
        reaches_(corpus, index, options.threads),
        rules_(rules),
        matcher_(matcher),
        options_(options),
        progress_(progress),
        best_(options.limit, options.sort),
        bins_(kBins) {}

  FoundPairs run() {
    list_twins();
    scan_all();
    align_waiting();
    return finish();
  }

 private:
  void list_twins();
  void scan_all();
  void scan(std::uint32_t a, PartnerScan& scanner);
  Candidate candidate(std::uint32_t a, const Partner& partner) const;
  PairBound bound(std::uint32_t a, std::uint32_t b, const TileBound& tiles) const;
  std::uint64_t add_twins(std::uint32_t a, std::vector<Candidate>& candidates);
  std::size_t promising() const;
  bool may_keep(const Candidate& candidate);
  void align_promising(std::vector<Candidate>& candidates);
  void align(const Candidate& candidate);
  void keep_waiting(const std::vector<Candidate>& candidates);
  void align_waiting();
  FoundPairs finish();
  std::unique_ptr<PartnerScan> borrow_scanner();

  const Corpus& corpus_;
  const SharedIndex& index_;
  const Reaches reaches_;
  const OwnerRules& rules_;
  const PairMatcher& matcher_;
  const CompareOptions& options_;
  Progress& progress_;
  BestPairs best_;
  std::vector<std::vector<std::uint32_t>> twins_;  // submissions by identity
  std::vector<std::atomic<std::uint64_t>> bins_;
  std::atomic<std::uint64_t> pairs_ = 0;  // that may share t symbols in a row
  std::mutex mutex_;                      // guards what follows
  std::vector<Candidate> waiting_;
  std::size_t tidy_at_ = 1 << 18;
  std::vector<std::unique_ptr<PartnerScan>> scanners_;  // not in use
};

void PairSearch::list_twins() {
  const auto& identity = matcher_.identity();
  twins_.resize(identity.size());
  for (std::uint32_t i = 0; i < identity.size(); ++i) twins_[identity[i]].push_back(i);
}

std::unique_ptr<PartnerScan> PairSearch::borrow_scanner() {
  const std::lock_guard lock(mutex_);
  if (scanners_.empty()) return std::make_unique<PartnerScan>(index_, reaches_, rules_);
  auto scanner = std::move(scanners_.back());
  scanners_.pop_back();
  return scanner;
}

void PairSearch::scan_all() {
  progress_.phase("matching", index_.owners());
  parallel_for(index_.owners(), options_.threads, [&](std::size_t a) {
    if (progress_.cancelled()) return;
    auto scanner = borrow_scanner();
    scan(static_cast<std::uint32_t>(a), *scanner);
    const std::lock_guard lock(mutex_);
    scanners_.push_back(std::move(scanner));
    progress_.advance(1);
  });
}

void PairSearch::scan(std::uint32_t a, PartnerScan& scanner) {
  std::vector<Candidate> candidates;
  std::uint64_t pairs = 0;
  for (const Partner& partner : scanner.scan(a)) {
    if (!rules_.comparable(a, partner.submission)) continue;
    if (matcher_.identical(a, partner.submission)) continue;
    if (partner.stretch < reaches_.least_stretch(a)) continue;
    Candidate pair = candidate(a, partner);
    ++pairs;
    bins_[bin_of(pair.estimate)].fetch_add(1, std::memory_order_relaxed);
    if (!may_keep(pair)) continue;
    pair.bound = bound(pair.a, pair.b, tighter(partner.most, scanner.most_of(partner.submission)));
    if (may_keep(pair)) candidates.push_back(pair);
  }
  pairs_ += pairs + add_twins(a, candidates);
  align_promising(candidates);
  keep_waiting(candidates);
}

// The list that pairs wait to enter gets better; now and then those that have lost hope go.
void PairSearch::keep_waiting(const std::vector<Candidate>& candidates) {
  const std::lock_guard lock(mutex_);
  waiting_.insert(waiting_.end(), candidates.begin(), candidates.end());
  if (waiting_.size() < tidy_at_) return;
  std::erase_if(waiting_, [this](const Candidate& pair) { return !may_keep(pair); });
  tidy_at_ = std::max(tidy_at_, 2 * waiting_.size());
}

Candidate PairSearch::candidate(std::uint32_t a, const Partner& partner) const {
  const std::uint64_t symbols_a = corpus_.submissions[a].symbols;
  const std::uint64_t symbols_b = corpus_.submissions[partner.submission].symbols;
  Pair estimate;
  set_shares(std::min<std::uint64_t>({partner.estimate, symbols_a, symbols_b}), symbols_a,
             symbols_b, estimate);
  return {std::min(a, partner.submission), std::max(a, partner.submission),
          static_cast<float>(estimate.similarity), bound(a, partner.submission, partner.most)};
}

PairBound PairSearch::bound(std::uint32_t a, std::uint32_t b, const TileBound& tiles) const {
  return bound_pair(corpus_.submissions[a].symbols, corpus_.submissions[b].symbols, tiles,
                    index_.owners(), options_.sort);
}

// Identical submissions are partners even where they share no fingerprint: when they are
// shorter than k, or when all of their fingerprints are too common.
std::uint64_t PairSearch::add_twins(std::uint32_t a, std::vector<Candidate>& candidates) {
  const auto& twins = twins_[matcher_.identity()[a]];
  std::uint64_t pairs = 0;
  for (auto b = std::ranges::upper_bound(twins, a); b != twins.end(); ++b) {
    if (!rules_.comparable(a, *b)) continue;
    const auto symbols = static_cast<std::uint32_t>(corpus_.submissions[a].symbols);
    const Candidate pair = candidate(a, {*b, {symbols, 1}, symbols, symbols});
    ++pairs;
    ++bins_[bin_of(pair.estimate)];
    if (may_keep(pair)) candidates.push_back(pair);
  }
  return pairs;
}

bool PairSearch::may_keep(const Candidate& candidate) {
  return candidate.bound.similarity >= options_.min_similarity &&
         best_.may_keep(candidate.a, candidate.b, candidate.bound.value,
                        candidate.bound.similarity);
}

// How many pairs of each submission to align at once: enough to fill the list early.
std::size_t PairSearch::promising() const {
  if (options_.limit == 0) return index_.owners();
  return 2 + 2 * options_.limit / std::max(index_.owners(), 1u);
}

void PairSearch::align_promising(std::vector<Candidate>& candidates) {
  const std::size_t count = std::min(candidates.size(), promising());
  const auto end = candidates.begin() + static_cast<std::ptrdiff_t>(count);
  std::ranges::partial_sort(candidates, end, [](const Candidate& x, const Candidate& y) {
    return std::tuple(y.bound.value, x.a, x.b) < std::tuple(x.bound.value, y.a, y.b);
  });
  std::for_each(candidates.begin(), end, [this](const Candidate& pair) { align(pair); });
  candidates.erase(candidates.begin(), end);
  std::erase_if(candidates, [this](const Candidate& pair) { return !may_keep(pair); });
}

void PairSearch::align(const Candidate& candidate) {
  if (!may_keep(candidate)) return;
  auto match = matcher_.match(candidate.a, candidate.b, [&](const TileBound& tiles) {
    Candidate closer = candidate;
    closer.bound = bound(candidate.a, candidate.b, tiles);
    return may_keep(closer);
  });
  if (!match || match->pair.similarity < options_.min_similarity) return;
  match->estimate = candidate.estimate;
  best_.offer(std::move(*match));
}

void PairSearch::align_waiting() {
  std::ranges::sort(waiting_, [](const Candidate& x, const Candidate& y) {
    return std::tuple(y.bound.value, x.a, x.b) < std::tuple(x.bound.value, y.a, y.b);
  });
  progress_.phase("aligning", waiting_.size());
  parallel_for(waiting_.size(), options_.threads, [&](std::size_t i) {
    if (!progress_.cancelled()) align(waiting_[i]);
    progress_.advance(1);
  });
}

FoundPairs PairSearch::finish() {
  FoundPairs found{best_.take(), 0, {}};
  const bool all_aligned =
      options_.min_similarity <= 0 && (options_.limit == 0 || found.kept.size() < options_.limit);
  if (all_aligned) {
    for (auto& bin : bins_) bin = 0;
  } else {
    found.omitted = pairs_ - found.kept.size();
  }
  for (const PairMatch& match : found.kept) {
    if (!all_aligned) --bins_[bin_of(match.estimate)];
    ++bins_[bin_of(match.pair.similarity)];
  }
  for (const auto& bin : bins_) found.histogram.push_back(bin);
  return found;
}

}  // namespace

FoundPairs find_pairs(const Corpus& corpus, const SharedIndex& index, const OwnerRules& rules,
                      const PairMatcher& matcher, const CompareOptions& options,
                      Progress& progress) {
  return PairSearch(corpus, index, rules, matcher, options, progress).run();
}

}  // namespace whorl
