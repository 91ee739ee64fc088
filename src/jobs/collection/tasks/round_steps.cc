#include "jobs/collection/tasks/round_steps.h"

#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include "base/try.h"
#include "jobs/collection/join/pair_verifier.h"
#include "jobs/collection/join/resolved_run.h"
#include "jobs/collection/tasks/hands.h"
#include "jobs/collection/tasks/sketch_steps.h"
#include "store/set_reader.h"
#include "store/stopped.h"

namespace whorl::internal::tasks {
namespace {

using phases::Candidate;
using phases::Search;

Result<std::vector<HandReader>> read_hands(const Job& job, unsigned round, std::uint32_t range) {
  std::vector<HandReader> hands;
  for (std::uint32_t task = 0; task < job.plan.tasks(); ++task) {
    WHORL_ASSIGN_OR_RETURN(auto hand,
                           HandReader::open(job.round_file("hands", round, task), range));
    hands.push_back(std::move(hand));
  }
  return hands;
}

// The part of a sorted list that belongs to the documents from `begin` to before `end`.
template <class Value>
std::span<const Value> of_documents(const std::vector<Value>& sorted, phases::Rank begin,
                                    phases::Rank end) {
  const auto first = std::ranges::lower_bound(sorted, begin, {}, &Value::own);
  return {first, std::ranges::lower_bound(first, sorted.end(), end, {}, &Value::own)};
}

// The undecided documents of a range before a round.
Result<std::vector<Search>> open_searches(const Job& job, unsigned round, std::uint32_t range,
                                          const State& state) {
  std::vector<Search> searches;
  if (round > 0) {
    WHORL_ASSIGN_OR_RETURN(searches, read_searches(job, round - 1, range));
    std::erase_if(searches,
                  [&](const Search& search) { return !phases::is_open(state.fates[search.own]); });
    return searches;
  }
  const std::uint64_t tasks = job.plan.tasks(), ranks = state.fates.size();
  for (phases::Rank rank = first_rank(range, tasks, ranks);
       rank < first_rank(range + std::uint64_t{1}, tasks, ranks); ++rank) {
    searches.push_back({rank, 0, {}});
  }
  return searches;
}

// Counts candidates on sketches and full sets, as cluster does.
class CandidateCounter {
 public:
  static Result<std::unique_ptr<CandidateCounter>> open(const Job& job) {
    auto counter = std::unique_ptr<CandidateCounter>(new CandidateCounter(job));
    WHORL_RETURN_IF_ERROR(counter->load());
    return counter;
  }

  // Adds the candidates of a document that prefixes_allow() accepts.
  Result<void> add(const Search& search, std::span<const Candidate> candidates) {
    for (const Candidate& candidate : candidates) {
      const store::DocId a = document(candidate.rank), b = document(search.own);
      const std::uint64_t modulus = std::max(entries_[a].modulus, entries_[b].modulus);
      WHORL_ASSIGN_OR_RETURN(const std::uint64_t of_a, hashes_at(a, modulus));
      WHORL_ASSIGN_OR_RETURN(const std::uint64_t of_b, hashes_at(b, modulus));
      if (!rule_->prefixes_allow(modulus, of_a, of_b, candidate.shared)) continue;
      pairs_.push_back(
          {static_cast<std::uint32_t>(candidate.rank), static_cast<std::uint32_t>(search.own)});
    }
    return {};
  }

  std::uint64_t size() const { return pairs_.size(); }

  // The pairs that are found, sorted by their less preferred document.
  Result<std::vector<phases::RankedPair>> count() {
    std::vector<phases::RankedPair> found;
    std::ranges::sort(pairs_);
    const std::size_t block = job_.memory() / 4 / join::PairVerifier::kBytesAPair + 1;
    for (std::size_t begin = 0; begin < pairs_.size(); begin += block) {
      if (job_.progress.cancelled()) return store::stopped();
      const std::size_t size = std::min(block, pairs_.size() - begin);
      WHORL_RETURN_IF_ERROR(count(std::span(pairs_).subspan(begin, size), found));
    }
    std::ranges::sort(found, {}, [](const phases::RankedPair& pair) {
      return std::pair(pair.other, pair.preferred);
    });
    return found;
  }

 private:
  explicit CandidateCounter(const Job& job) : job_(job) {}

  Result<void> load() {
    WHORL_ASSIGN_OR_RETURN(rule_, pair_rule(job_.plan));
    WHORL_ASSIGN_OR_RETURN(ranking_, read_ranking(job_));
    WHORL_ASSIGN_OR_RETURN(whole_, WholeStore::open(job_.plan, job_.progress));
    WHORL_ASSIGN_OR_RETURN(run_, join::ResolvedRun::of(whole_->manifest.settings));
    WHORL_ASSIGN_OR_RETURN(entries_, whole_->entries());
    const sketch::Sampler& method = run_->shingling.sketching;
    WHORL_ASSIGN_OR_RETURN(sets_, store::SetReader::open(whole_->files, method, true));
    const double least = job_.plan.asked.cluster.thresholds.resemblance;
    keep_ = {least, 0, true,
             join::ShownRule{join::LeastShown::of_resemblance(method, least), join::LeastShown(0)}};
    verifier_.emplace(join::SketchedDocuments{entries_, method, *sets_}, keep_, job_.memory() / 4,
                      job_.threads);
    return {};
  }

  store::DocId document(phases::Rank rank) const {
    return ranking_->order->at(static_cast<std::uint32_t>(rank));
  }

  // How many hashes of its sketch a document has at the modulus.
  Result<std::uint64_t> hashes_at(store::DocId doc, std::uint64_t modulus) {
    if (modulus == entries_[doc].modulus) return entries_[doc].count;
    std::unordered_map<store::DocId, std::uint64_t>& known = hashes_at_[modulus];
    if (const auto at = known.find(doc); at != known.end()) return at->second;
    WHORL_RETURN_IF_ERROR(sets_->sketch(entries_[doc], sketch_));
    return known[doc] = sketch::count_multiples(sketch_, modulus);
  }

  Result<void> count(std::span<const phases::RankedPair> ranked,
                     std::vector<phases::RankedPair>& found) {
    std::vector<join::CandidatePair> pairs;
    for (const auto& [preferred, other] : ranked) {
      pairs.push_back({document(preferred), document(other)});
    }
    WHORL_ASSIGN_OR_RETURN(const auto counted, (*verifier_)(pairs));
    const auto ranks = ranking_->order->ranks();
    for (const join::PairRecord& pair : counted) found.push_back({ranks[pair.a], ranks[pair.b]});
    return {};
  }

  const Job& job_;
  std::optional<phases::PairRule> rule_;
  std::unique_ptr<Ranking> ranking_;
  std::optional<WholeStore> whole_;
  std::optional<join::ResolvedRun> run_;
  std::vector<store::SketchEntry> entries_;
  std::optional<store::SetReader> sets_;
  join::KeepRule keep_;
  std::optional<join::PairVerifier> verifier_;
  sketch::ShingleSet sketch_;
  std::unordered_map<std::uint64_t, std::unordered_map<store::DocId, std::uint64_t>> hashes_at_;
  std::vector<phases::RankedPair> pairs_;
};

// Adds the found pairs to the searches. Both are sorted by document.
void add_similar(std::span<const phases::RankedPair> found, std::vector<Search>& searches) {
  auto at = found.begin();
  for (Search& search : searches) {
    for (; at != found.end() && at->other == search.own; ++at) {
      search.similar.push_back(at->preferred);
    }
  }
}

Result<void> write_searches(const Job& job, unsigned round, std::uint32_t range,
                            std::span<const Search> searches, std::uint64_t candidates) {
  std::vector<std::uint64_t> heads, similar;
  for (const Search& search : searches) {
    heads.insert(heads.end(), {search.own, search.looked_at, search.similar.size()});
    similar.insert(similar.end(), search.similar.begin(), search.similar.end());
  }
  SectionWriter file;
  file.add(std::span<const std::uint64_t>(heads));
  file.add(std::span<const std::uint64_t>(similar));
  file.add(std::span<const std::uint64_t>(&candidates, 1));
  return file.write(job.round_file("searches", round, range));
}

// The round whose limit on candidates applies. Single linkage needs all pairs in one round.
unsigned hands_as_in(const Job& job, unsigned round) {
  const bool single = job.plan.asked.cluster.thresholds.linkage == Linkage::single;
  return single ? phases::kLastRound : round;
}

}  // namespace

Result<std::vector<Search>> read_searches(const Job& job, unsigned round, std::uint32_t range) {
  const auto path = job.round_file("searches", round, range);
  WHORL_ASSIGN_OR_RETURN(const auto heads, read_section_of<std::uint64_t>(path, 0));
  WHORL_ASSIGN_OR_RETURN(const auto similar, read_section_of<std::uint64_t>(path, 1));
  std::vector<Search> searches;
  std::span<const std::uint64_t> rest = similar;
  for (std::size_t i = 0; i + 2 < heads.size(); i += 3) {
    if (heads[i + 2] > rest.size()) return damaged(path);
    const auto mine = rest.first(heads[i + 2]);
    searches.push_back({heads[i], heads[i + 1], {mine.begin(), mine.end()}});
    rest = rest.subspan(mine.size());
  }
  return searches;
}

Result<std::uint64_t> candidates_counted(const Job& job) {
  std::uint64_t sum = 0;
  for (unsigned round = 0; round < phases::kRounds; ++round) {
    for (std::uint32_t range = 0; range < job.plan.tasks(); ++range) {
      const auto path = job.round_file("searches", round, range);
      std::error_code ignored;
      if (!std::filesystem::exists(path, ignored)) return sum;
      WHORL_ASSIGN_OR_RETURN(const auto count, read_section_of<std::uint64_t>(path, 2));
      if (count.size() != 1) return damaged(path);
      sum += count.front();
    }
  }
  return sum;
}

Result<void> hand_out(const Job& job, unsigned round, std::uint32_t range) {
  WHORL_ASSIGN_OR_RETURN(const auto lists, Lists::read(job, range));
  WHORL_ASSIGN_OR_RETURN(const auto state, read_state(job, round));
  WHORL_ASSIGN_OR_RETURN(const auto sizes,
                         read_section_of<std::uint64_t>(job.file(kRankFile, 0), kSizes));
  WHORL_ASSIGN_OR_RETURN(const auto rule, pair_rule(job.plan));
  const auto hand = phases::hand_out(lists.all(), {state.fates, state.looked_at, sizes}, rule,
                                     hands_as_in(job, round));
  const std::uint64_t tasks = job.plan.tasks(), ranks = sizes.size();
  SectionWriter file;
  for (std::uint64_t to = 0; to < tasks; ++to) {
    const phases::Rank begin = first_rank(to, tasks, ranks), end = first_rank(to + 1, tasks, ranks);
    add_hand(of_documents(hand.candidates, begin, end), of_documents(hand.held_back, begin, end),
             file);
  }
  return file.write(job.round_file("hands", round, range));
}

Result<void> count_candidates(const Job& job, unsigned round, std::uint32_t range) {
  WHORL_ASSIGN_OR_RETURN(const auto state, read_state(job, round));
  WHORL_ASSIGN_OR_RETURN(auto searches, open_searches(job, round, range, state));
  WHORL_ASSIGN_OR_RETURN(auto hands, read_hands(job, round, range));
  WHORL_ASSIGN_OR_RETURN(const auto counter, CandidateCounter::open(job));
  job.progress.phase("documents", searches.size());
  std::vector<Candidate> parts, candidates;
  for (Search& search : searches) {
    job.progress.advance(1);
    if (!phases::takes_part(state.fates[search.own], hands_as_in(job, round))) continue;
    parts.clear();
    candidates.clear();
    search.looked_at = search.own;
    for (HandReader& hand : hands) hand.take(search.own, parts, search.looked_at);
    phases::complete_candidates(parts, search.looked_at, candidates);
    WHORL_RETURN_IF_ERROR(counter->add(search, candidates));
  }
  for (std::uint32_t task = 0; task < hands.size(); ++task) {
    if (!hands[task].is_whole()) return damaged(job.round_file("hands", round, task));
  }
  WHORL_ASSIGN_OR_RETURN(const auto found, counter->count());
  add_similar(found, searches);
  return write_searches(job, round, range, searches, counter->size());
}

Result<void> settle(const Job& job, unsigned round) {
  WHORL_ASSIGN_OR_RETURN(auto state, read_state(job, round));
  std::vector<Search> searches;
  for (std::uint32_t range = 0; range < job.plan.tasks(); ++range) {
    WHORL_ASSIGN_OR_RETURN(auto some, read_searches(job, round, range));
    std::ranges::move(some, std::back_inserter(searches));
  }
  phases::settle(searches, {state.fates, state.taken_by});
  for (const Search& search : searches) state.looked_at[search.own] = search.looked_at;
  return write(job, round + 1, state);
}

}  // namespace whorl::internal::tasks
