#include "join/exact_join.h"

#include <optional>
#include <utility>

#include "base/groups.h"
#include "base/heap.h"
#include "base/try.h"
#include "join/candidate_stream.h"
#include "join/prefix_filter.h"
#include "join/prefix_join.h"
#include "join/shared_shingles.h"

namespace whorl::internal::join {
namespace {

base::SortBudget part_of(const base::SortBudget& whole, const char* name, unsigned share) {
  base::SortBudget budget = whole;
  budget.name = name;
  budget.memory = whole.memory / share;
  return budget;
}

// Every document's shared shingles, rarest first. Shingles of one holder match nothing: they
// are the rarest of all, and are counted rather than carried.
Result<base::SortedStream<Ranked>> ranked_shingles(const JoinInput& input,
                                                   const CandidateOptions& options,
                                                   CandidateStats& stats) {
  base::ExternalSorter<Ranked> sorter(input.file_system, part_of(options.budget, "ranked", 2));
  auto grouped = for_each_shared_shingle(
      input.index, options, stats, [&](const std::vector<store::Posting>& group) -> Result<void> {
        const auto holders = static_cast<std::uint32_t>(group.size());
        for (const store::Posting& posting : group) {
          WHORL_RETURN_IF_ERROR(
              sorter.add({static_cast<store::DocId>(posting.doc), holders, posting.shingle}));
        }
        return {};
      });
  WHORL_RETURN_IF_ERROR(grouped);
  auto sorted = sorter.finish();
  stats.spilled_bytes += sorter.bytes_spilled();
  return sorted;
}

// Emits one document's prefixes for a threshold, one a level from its own upwards.
class PrefixEmitter {
 public:
  PrefixEmitter(const std::vector<std::uint64_t>& moduli, double threshold,
                base::FileSystem& file_system, const base::SortBudget& budget)
      : moduli_(moduli), threshold_(threshold), sorter_(file_system, budget) {}

  // `shared` are the document's shared shingles, rarest first.
  Result<void> emit(store::DocId doc, const sketch::SketchView& sketch,
                    const std::vector<std::uint64_t>& shared) {
    if (threshold_ <= 0) return {};
    for (std::size_t level = 0; level < moduli_.size(); ++level) {
      if (moduli_[level] < sketch.modulus) continue;
      WHORL_ASSIGN_OR_RETURN(auto size, emit_level(doc, sketch, shared, level));
      if (size == 0) break;  // coarser levels are empty too
    }
    return {};
  }

  base::ExternalSorter<Prefix>& sorter() { return sorter_; }

 private:
  // Returns how many shingles the document keeps at the level.
  Result<std::uint64_t> emit_level(store::DocId doc, const sketch::SketchView& sketch,
                                   const std::vector<std::uint64_t>& shared, std::size_t level) {
    const std::uint64_t modulus = moduli_[level];
    const bool own = modulus == sketch.modulus;
    const std::uint64_t size =
        own ? sketch.hashes.size() : sketch::count_multiples(sketch.hashes, modulus);
    const std::uint64_t lone = size - sketch::count_multiples(shared, modulus);
    const std::uint64_t end = probe_prefix(threshold_, size);
    std::uint64_t position = lone;
    for (std::uint64_t shingle : shared) {
      if (position >= end) break;
      if (shingle % modulus != 0) continue;
      WHORL_RETURN_IF_ERROR(sorter_.add({shingle, static_cast<std::uint32_t>(size), doc,
                                         static_cast<std::uint32_t>(position++),
                                         static_cast<std::uint16_t>(level), own}));
    }
    return size;
  }

  const std::vector<std::uint64_t>& moduli_;
  double threshold_;
  base::ExternalSorter<Prefix> sorter_;
};

// The next document's shared shingles, out of a stream sorted by document.
class SharedShingles {
 public:
  explicit SharedShingles(base::SortedStream<Ranked> stream) : stream_(std::move(stream)) {}

  // Documents must be asked for in ascending order. Valid until the next call.
  Result<const std::vector<std::uint64_t>*> of(store::DocId doc) {
    shingles_.clear();
    while (true) {
      if (!ahead_) {
        WHORL_ASSIGN_OR_RETURN(auto record, stream_.next());
        if (!record) break;
        ahead_ = *record;
      }
      if (ahead_->doc > doc) break;
      shingles_.push_back(ahead_->shingle);
      ahead_.reset();
    }
    return &shingles_;
  }

 private:
  base::SortedStream<Ranked> stream_;
  std::optional<Ranked> ahead_;
  std::vector<std::uint64_t> shingles_;
};

// Pairs whose resemblance may reach the threshold: those that share a shingle of both prefixes.
Result<void> join_resembling(base::SortedStream<Prefix> prefixes, const CandidateOptions& options,
                             base::ExternalSorter<CandidatePair>& out, CandidateStats& stats) {
  PrefixJoin join(options.resemblance, options.budget.memory / 2, options.budget.threads, out,
                  stats);
  auto gathered = base::for_each_group<Prefix>(
      prefixes,
      [](const Prefix& a, const Prefix& b) { return a.shingle == b.shingle && a.level == b.level; },
      [&](const std::vector<Prefix>& group) -> Result<void> {
        stats.prefix_entries += group.size();
        return join.add(group);
      });
  return gathered ? join.flush() : gathered;
}

// Pairs one of which may lie in the other: a prefix of the contained side shares a shingle with any
// part of the other. `holders` scans the index beside the prefixes, both in order of shingle.
class ContainmentJoin {
 public:
  ContainmentJoin(const JoinInput& input, std::span<const std::uint32_t> group_of,
                  base::ExternalSorter<CandidatePair>& out, CandidateStats& stats)
      : scan_(input.index),
        moduli_(input.moduli),
        modulus_of_(input.modulus_of),
        group_of_(group_of),
        out_(out),
        stats_(stats) {}

  Result<void> run(base::SortedStream<Prefix> prefixes) {
    return base::for_each_group<Prefix>(
        prefixes, [](const Prefix& a, const Prefix& b) { return a.shingle == b.shingle; },
        [&](std::vector<Prefix>& group) -> Result<void> {
          stats_.prefix_entries += group.size();
          WHORL_RETURN_IF_ERROR(load_holders(group.front().shingle));
          if (!group_of_.empty()) base::sort_distinct(holders_);  // several of a group may hold it
          for (const Prefix& prefix : group) {
            WHORL_RETURN_IF_ERROR(pair_up(prefix));
          }
          return {};
        });
  }

 private:
  Result<void> load_holders(std::uint64_t shingle) {
    holders_.clear();
    while (true) {
      if (!ahead_) {
        WHORL_ASSIGN_OR_RETURN(auto posting, scan_.next());
        if (!posting) return {};
        ahead_ = *posting;
      }
      if (ahead_->shingle > shingle) return {};
      if (ahead_->shingle == shingle) {
        holders_.push_back(group_of_.empty() ? static_cast<store::DocId>(ahead_->doc)
                                             : group_of_[ahead_->doc]);
      }
      ahead_.reset();
    }
  }

  Result<void> pair_up(const Prefix& contained) {
    const std::uint64_t modulus = moduli_[contained.level];
    for (store::DocId other : holders_) {
      const std::uint64_t theirs = modulus_of_(other);
      const bool level_of_pair = contained.own ? theirs <= modulus : theirs == modulus;
      if (other == contained.doc || !level_of_pair) continue;
      ++stats_.formed_pairs;
      const auto [a, b] = std::minmax(contained.doc, other);
      WHORL_RETURN_IF_ERROR(out_.add({a, b}));
    }
    return {};
  }

  store::IndexScan scan_;
  const std::vector<std::uint64_t>& moduli_;
  const ModulusOf& modulus_of_;
  std::span<const std::uint32_t> group_of_;
  base::ExternalSorter<CandidatePair>& out_;
  CandidateStats& stats_;
  std::optional<store::Posting> ahead_;
  std::vector<store::DocId> holders_;
};

}  // namespace

Result<base::SortedStream<CandidatePair>> exact_join(const JoinInput& input,
                                                     const CandidateOptions& options,
                                                     CandidateStats& stats) {
  WHORL_ASSIGN_OR_RETURN(auto ranked, ranked_shingles(input, options, stats));

  PrefixEmitter resembling(input.moduli, options.resemblance, input.file_system,
                           part_of(options.budget, "resembling", 4));
  PrefixEmitter contained(input.moduli, options.containment, input.file_system,
                          part_of(options.budget, "contained", 4));
  const auto emit_prefixes = [&](SharedShingles shared) {
    return input.scan([&](store::DocId doc, const sketch::SketchView& sketch) -> Result<void> {
      WHORL_ASSIGN_OR_RETURN(auto shingles, shared.of(doc));
      WHORL_RETURN_IF_ERROR(resembling.emit(doc, sketch, *shingles));
      return contained.emit(doc, sketch, *shingles);
    });
  };
  WHORL_RETURN_IF_ERROR(emit_prefixes(SharedShingles(std::move(ranked))));

  base::ExternalSorter<CandidatePair> pairs(input.file_system, part_of(options.budget, "pairs", 4));
  WHORL_ASSIGN_OR_RETURN(auto in_resemblance, resembling.sorter().finish());
  WHORL_RETURN_IF_ERROR(join_resembling(std::move(in_resemblance), options, pairs, stats));
  base::release_freed_memory();

  WHORL_ASSIGN_OR_RETURN(auto in_containment, contained.sorter().finish());
  ContainmentJoin containment(input, options.group_of, pairs, stats);
  WHORL_RETURN_IF_ERROR(containment.run(std::move(in_containment)));

  stats.spilled_bytes += resembling.sorter().bytes_spilled() + contained.sorter().bytes_spilled() +
                         pairs.bytes_spilled();
  return pairs.finish();
}

}  // namespace whorl::internal::join
