// Counts the candidates of a round on sketches and full sets, as `whorl cluster` does.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "jobs/collection/join/pair_verifier.h"
#include "jobs/collection/join/resolved_run.h"
#include "jobs/collection/tasks/job.h"
#include "store/set_reader.h"

namespace whorl::internal::tasks {

class CandidateCounter {
 public:
  static Result<std::unique_ptr<CandidateCounter>> open(const Job& job);

  // Adds a document with all of these candidates.
  void add_guesses(phases::Rank own, std::span<const phases::Candidate> guesses);
  // Adds a document with the candidates that prefixes_allow() accepts.
  Result<void> add(phases::Rank own, std::span<const phases::Candidate> candidates);

  // Counts the candidates of all documents in their order, in waves. If is_enough(own, similar) is
  // true for a similar candidate, those of later waves are left out. Then calls
  // visit(own, similar) for each document; the similar ones ascend.
  using IsEnough = std::function<bool(phases::Rank, std::span<const phases::Rank>)>;
  using Visit = std::function<void(phases::Rank, std::span<const phases::Rank>)>;
  Result<void> count(const IsEnough& is_enough, const Visit& visit);

  // How many pairs were counted on sketches.
  std::uint64_t counted() const { return counted_; }

 private:
  // A document with the candidates that are not counted yet, from `next` on.
  struct Open {
    phases::Rank own;
    std::vector<phases::Rank> candidates = {};
    std::size_t next = 0;
    std::vector<phases::Rank> similar = {};
    bool has_enough = false;

    bool is_counted() const { return has_enough || next == candidates.size(); }
  };

  explicit CandidateCounter(const Job& job) : job_(job) {}
  Result<void> load();
  store::DocId document(phases::Rank rank) const {
    return ranking_->order->at(static_cast<std::uint32_t>(rank));
  }
  Result<phases::SketchSize> size_at(store::DocId doc, std::uint64_t modulus);
  Result<std::uint64_t> hashes_at(store::DocId doc, std::uint64_t modulus);
  Result<std::vector<phases::RankedPair>> similar_of(std::vector<phases::RankedPair> pairs);
  Result<void> append_similar(std::span<const phases::RankedPair> pairs,
                              std::vector<phases::RankedPair>& similar) const;

  const Job& job_;
  std::optional<phases::PairRule> rule_;
  std::unique_ptr<Ranking> ranking_;
  std::optional<WholeStore> whole_;
  std::optional<join::ResolvedRun> run_;
  std::vector<store::SketchEntry> entries_;
  std::vector<std::uint64_t> moduli_;
  std::vector<std::uint8_t> hot_shares_;  // of each document at each of `moduli_`
  std::optional<store::SetReader> sets_;
  join::KeepRule keep_;
  std::optional<join::PairVerifier> verifier_;
  sketch::ShingleSet sketch_;
  // For each modulus, the number of hashes that the sketch of a document has at it.
  std::unordered_map<std::uint64_t, std::unordered_map<store::DocId, std::uint64_t>> hashes_at_;
  std::vector<Open> open_;  // ascending
  std::uint64_t counted_ = 0;
};

}  // namespace whorl::internal::tasks
