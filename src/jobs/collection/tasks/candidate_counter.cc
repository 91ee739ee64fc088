#include "jobs/collection/tasks/candidate_counter.h"

#include <algorithm>

#include "base/try.h"
#include "jobs/collection/tasks/sketch_steps.h"
#include "store/stopped.h"

namespace whorl::internal::tasks {

using phases::Candidate;
using phases::Rank;
using phases::RankedPair;

namespace {

std::pair<Rank, Rank> by_document(const RankedPair& pair) { return {pair.other, pair.preferred}; }

}  // namespace

Result<std::unique_ptr<CandidateCounter>> CandidateCounter::open(const Job& job) {
  auto counter = std::unique_ptr<CandidateCounter>(new CandidateCounter(job));
  WHORL_RETURN_IF_ERROR(counter->load());
  return counter;
}

Result<void> CandidateCounter::load() {
  WHORL_ASSIGN_OR_RETURN(rule_, pair_rule(job_.plan));
  WHORL_ASSIGN_OR_RETURN(ranking_, read_ranking(job_));
  WHORL_ASSIGN_OR_RETURN(whole_, WholeStore::open(job_.plan, job_.progress));
  WHORL_ASSIGN_OR_RETURN(run_, join::ResolvedRun::of(whole_->manifest.settings));
  WHORL_ASSIGN_OR_RETURN(entries_, whole_->entries());
  WHORL_ASSIGN_OR_RETURN(moduli_,
                         read_section_of<std::uint64_t>(job_.file(kRankFile, 0), kUsedModuli));
  WHORL_ASSIGN_OR_RETURN(hot_shares_, read_hot_shares(job_));
  if (hot_shares_.size() != entries_.size() * moduli_.size()) {
    return damaged(job_.file("prefixes", 0));
  }
  const sketch::Sampler& method = run_->shingling.sketching;
  WHORL_ASSIGN_OR_RETURN(sets_, store::SetReader::open(whole_->files, method, true));
  const double least = job_.plan.asked.cluster.thresholds.resemblance;
  keep_ = {least, 0, true,
           join::ShownRule{join::LeastShown::of_resemblance(method, least), join::LeastShown(0)}};
  verifier_.emplace(join::SketchedDocuments{entries_, method, *sets_}, keep_, job_.memory() / 4,
                    job_.threads);
  return {};
}

void CandidateCounter::add_guesses(Rank own, std::span<const Candidate> guesses) {
  Open& open = open_.emplace_back(Open{own});
  for (const Candidate& guess : guesses) open.candidates.push_back(guess.rank);
}

Result<void> CandidateCounter::add(Rank own, std::span<const Candidate> candidates) {
  Open& open = open_.emplace_back(Open{own});
  for (const Candidate& candidate : candidates) {
    const store::DocId a = document(candidate.rank), b = document(own);
    const std::uint64_t modulus = std::max(entries_[a].modulus, entries_[b].modulus);
    WHORL_ASSIGN_OR_RETURN(const auto of_a, size_at(a, modulus));
    WHORL_ASSIGN_OR_RETURN(const auto of_b, size_at(b, modulus));
    if (rule_->prefixes_allow(modulus, of_a, of_b, candidate.shared)) {
      open.candidates.push_back(candidate.rank);
    }
  }
  return {};
}

Result<phases::SketchSize> CandidateCounter::size_at(store::DocId doc, std::uint64_t modulus) {
  WHORL_ASSIGN_OR_RETURN(const std::uint64_t hashes, hashes_at(doc, modulus));
  const auto level = std::ranges::find(moduli_, modulus) - moduli_.begin();
  return phases::SketchSize{hashes,
                            hot_shares_[doc * moduli_.size() + static_cast<std::size_t>(level)]};
}

Result<std::uint64_t> CandidateCounter::hashes_at(store::DocId doc, std::uint64_t modulus) {
  if (modulus == entries_[doc].modulus) return entries_[doc].count;
  std::unordered_map<store::DocId, std::uint64_t>& known = hashes_at_[modulus];
  if (const auto at = known.find(doc); at != known.end()) return at->second;
  WHORL_RETURN_IF_ERROR(sets_->sketch(entries_[doc], sketch_));
  return known[doc] = sketch::count_multiples(sketch_, modulus);
}

Result<void> CandidateCounter::count(const IsEnough& is_enough, const Visit& visit) {
  for (std::size_t wave = 1; !open_.empty(); wave *= 2) {
    std::vector<RankedPair> pairs;
    for (Open& one : open_) {
      const std::size_t end = one.next + std::min(wave, one.candidates.size() - one.next);
      for (; one.next < end; ++one.next) {
        pairs.push_back({static_cast<std::uint32_t>(one.candidates[one.next]),
                         static_cast<std::uint32_t>(one.own)});
      }
    }
    WHORL_ASSIGN_OR_RETURN(const auto similar, similar_of(std::move(pairs)));
    auto at = similar.begin();
    for (Open& one : open_) {
      for (; at != similar.end() && at->other == one.own; ++at) {
        one.similar.push_back(at->preferred);
        one.has_enough = one.has_enough || is_enough(one.own, one.similar);
      }
      if (one.is_counted()) visit(one.own, one.similar);
    }
    std::erase_if(open_, [](const Open& one) { return one.is_counted(); });
  }
  return {};
}

// Ascending by document, then by candidate.
Result<std::vector<RankedPair>> CandidateCounter::similar_of(std::vector<RankedPair> pairs) {
  counted_ += pairs.size();
  std::ranges::sort(pairs);
  std::vector<RankedPair> similar;
  const std::size_t block = job_.memory() / 4 / join::PairVerifier::kBytesAPair + 1;
  for (std::size_t begin = 0; begin < pairs.size(); begin += block) {
    if (job_.progress.cancelled()) return store::stopped();
    const std::size_t size = std::min(block, pairs.size() - begin);
    WHORL_RETURN_IF_ERROR(append_similar(std::span(pairs).subspan(begin, size), similar));
  }
  std::ranges::sort(similar, {}, by_document);
  return similar;
}

Result<void> CandidateCounter::append_similar(std::span<const RankedPair> pairs,
                                              std::vector<RankedPair>& similar) const {
  std::vector<join::CandidatePair> documents;
  for (const auto& [preferred, other] : pairs) {
    documents.push_back({document(preferred), document(other)});
  }
  WHORL_ASSIGN_OR_RETURN(const auto counted, (*verifier_)(documents));
  const auto ranks = ranking_->order->ranks();
  for (const join::PairRecord& pair : counted) similar.push_back({ranks[pair.a], ranks[pair.b]});
  return {};
}

}  // namespace whorl::internal::tasks
