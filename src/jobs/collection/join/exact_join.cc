#include "jobs/collection/join/exact_join.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/groups.h"
#include "base/heap.h"
#include "base/parallel.h"
#include "base/try.h"
#include "jobs/collection/join/candidate_options.h"
#include "jobs/collection/join/candidate_stream.h"
#include "jobs/collection/join/prefix_filter.h"
#include "jobs/collection/join/prefix_join.h"
#include "jobs/collection/join/records.h"
#include "jobs/collection/join/shared_shingles.h"

namespace whorl::internal::join {
namespace {

// The size and modulus of a document's sketch.
struct Kept {
  std::uint32_t count = 0;
  std::uint32_t modulus = 1;
};

// Merges equal pairs to one with a count, and passes on those that may reach a threshold.
class Counter {
 public:
  Counter(base::SortedStream<CandidatePair> pairs, std::vector<Kept> kept,
          const CandidateOptions& options)
      : pairs_(std::move(pairs)),
        kept_(std::move(kept)),
        resemblance_(options.resemblance.anywhere()),
        containment_(options.containment.anywhere()) {}

  Result<const CandidatePair*> next() {
    while (true) {
      if (!ahead_) {
        WHORL_RETURN_IF_ERROR(pull());
        if (!ahead_) return nullptr;
      }
      current_ = *ahead_;
      std::uint64_t count = 0;
      while (ahead_ && *ahead_ == current_) {
        ++count;
        WHORL_RETURN_IF_ERROR(pull());
      }
      if (may_reach(count)) return &current_;
    }
  }

 private:
  Result<void> pull() {
    WHORL_ASSIGN_OR_RETURN(auto pair, pairs_.next());
    ahead_ = pair ? std::optional(*pair) : std::nullopt;
    return {};
  }

  // Shared shingles are all 0 mod the coarser modulus. The number of such shingles on the finer
  // side is not known here; it is at least the number of shared ones.
  bool may_reach(std::uint64_t count) const {
    const Kept& a = kept_[current_.a];
    const Kept& b = kept_[current_.b];
    const std::uint64_t of_a = a.modulus >= b.modulus ? a.count : count;
    const std::uint64_t of_b = b.modulus >= a.modulus ? b.count : count;
    const auto reaches = [count](double threshold, std::uint64_t total) {
      return threshold > 0 &&
             static_cast<double>(count) >= threshold * static_cast<double>(total) - 1e-9;
    };
    return reaches(resemblance_, of_a + of_b - count) ||
           reaches(containment_, std::min(of_a, of_b));
  }

  base::SortedStream<CandidatePair> pairs_;
  std::vector<Kept> kept_;
  double resemblance_;
  double containment_;
  std::optional<CandidatePair> ahead_;
  CandidatePair current_{};
};

Result<void> expand(std::span<const store::Posting> holders,
                    base::ExternalSorter<CandidatePair>& out) {
  for (std::size_t i = 0; i < holders.size(); ++i) {
    for (std::size_t j = i + 1; j < holders.size(); ++j) {
      WHORL_RETURN_IF_ERROR(out.add(
          {static_cast<store::DocId>(holders[i].doc), static_cast<store::DocId>(holders[j].doc)}));
    }
  }
  return {};
}

// PrefixEmitter: computes the prefixes of documents, which come in batches, on several threads.

// Documents with their sketches and the shingles that they share, rarest first.
class SketchBatch {
 public:
  void add(store::DocId doc, const sketch::SketchView& sketch,
           const std::vector<std::uint64_t>& shared);
  void clear();
  std::size_t size() const { return documents_.size(); }
  std::size_t hashes() const { return hashes_.size() + shared_.size(); }

  struct Document {
    store::DocId doc;
    std::uint64_t modulus;
    sketch::ShingleSpan hashes;
    sketch::ShingleSpan shared;
  };
  // Valid until the batch changes.
  Document document(std::size_t i) const;

 private:
  struct Entry {
    store::DocId doc;
    std::uint64_t modulus;
    std::size_t hashes_end;
    std::size_t shared_end;
  };
  std::vector<Entry> documents_;
  std::vector<std::uint64_t> hashes_;  // document by document
  std::vector<std::uint64_t> shared_;
};

// Sorts the prefixes of documents, one a level from a document's own upwards; none if no pairs are
// wanted.
class PrefixEmitter {
 public:
  PrefixEmitter(const JoinInput& input, const LeastShown& least, const base::SortBudget& budget)
      : moduli_(input.moduli),
        least_(least),
        threads_(budget.threads),
        sorter_(input.file_system, budget) {}

  // Parallel. O(hashes · levels).
  Result<void> emit(const SketchBatch& batch);

  // Entries given to the sorter.
  std::uint64_t entries() const { return entries_; }
  base::ExternalSorter<Prefix>& sorter() { return sorter_; }

 private:
  void append(const SketchBatch::Document& document, std::vector<Prefix>& out) const;

  const std::vector<std::uint64_t>& moduli_;
  LeastShown least_;
  unsigned threads_;
  std::uint64_t entries_ = 0;
  base::ExternalSorter<Prefix> sorter_;
};

constexpr std::size_t kDocumentsATask = 32;

void SketchBatch::add(store::DocId doc, const sketch::SketchView& sketch,
                      const std::vector<std::uint64_t>& shared) {
  hashes_.insert(hashes_.end(), sketch.hashes.begin(), sketch.hashes.end());
  shared_.insert(shared_.end(), shared.begin(), shared.end());
  documents_.push_back({doc, sketch.modulus, hashes_.size(), shared_.size()});
}

void SketchBatch::clear() {
  documents_.clear();
  hashes_.clear();
  shared_.clear();
}

SketchBatch::Document SketchBatch::document(std::size_t i) const {
  const Entry& at = documents_[i];
  const std::size_t hashes = i == 0 ? 0 : documents_[i - 1].hashes_end;
  const std::size_t shared = i == 0 ? 0 : documents_[i - 1].shared_end;
  return {at.doc, at.modulus, std::span(hashes_).subspan(hashes, at.hashes_end - hashes),
          std::span(shared_).subspan(shared, at.shared_end - shared)};
}

Result<void> PrefixEmitter::emit(const SketchBatch& batch) {
  if (least_.seeks_none()) return {};
  const std::size_t tasks = (batch.size() + kDocumentsATask - 1) / kDocumentsATask;
  std::vector<std::vector<Prefix>> made(tasks);
  base::parallel_for(tasks, threads_, [&](std::size_t task) {
    const std::size_t end = std::min(batch.size(), (task + 1) * kDocumentsATask);
    for (std::size_t i = task * kDocumentsATask; i < end; ++i)
      append(batch.document(i), made[task]);
  });
  for (const std::vector<Prefix>& prefixes : made) {
    entries_ += prefixes.size();
    WHORL_RETURN_IF_ERROR(sorter_.add_all(prefixes));
  }
  return {};
}

void PrefixEmitter::append(const SketchBatch::Document& document, std::vector<Prefix>& out) const {
  std::vector<phases::PrefixShingle> prefix;
  const phases::JoinedSketch sketch{document.hashes, document.modulus, document.shared};
  for (std::size_t level = 0; level < moduli_.size(); ++level) {
    const std::uint64_t modulus = moduli_[level];
    if (modulus < document.modulus) continue;
    prefix.clear();
    const std::uint64_t size = kept_at(sketch, modulus);
    append_prefix(sketch, modulus, size, least_.at(modulus, size), prefix);
    for (const phases::PrefixShingle& at : prefix) {
      out.push_back({at.shingle, static_cast<std::uint32_t>(size), document.doc, at.position,
                     static_cast<std::uint16_t>(level), modulus == document.modulus});
    }
    if (size == 0) break;  // coarser levels are empty too
  }
}

constexpr std::size_t kHashesABatch = 1 << 19;

base::SortBudget part_of(const base::SortBudget& whole, const char* name, unsigned share) {
  base::SortBudget budget = whole;
  budget.name = name;
  budget.memory = whole.memory / share;
  return budget;
}

// Every document's shared shingles, rarest first. Shingles of only one document match nothing. They
// are the rarest of all, and are counted instead of sorted.
Result<base::SortedStream<Ranked>> ranked_shingles(const JoinInput& input,
                                                   const CandidateOptions& options,
                                                   CandidateStats& stats) {
  base::ExternalSorter<Ranked> sorter(input.file_system, part_of(options.budget, "ranked", 2));
  auto grouped = gather_shared_shingles<Ranked>(
      input.index, options,
      [](std::span<const store::Posting> group, std::vector<Ranked>& out) {
        const auto holders = static_cast<std::uint32_t>(group.size());
        for (const store::Posting& posting : group) {
          out.push_back({static_cast<store::DocId>(posting.doc), holders, posting.shingle});
        }
      },
      [&](std::span<const Ranked> records) { return sorter.add_all(records); });
  WHORL_RETURN_IF_ERROR(grouped);
  auto sorted = sorter.finish();
  stats.spilled_bytes += sorter.bytes_spilled();
  return sorted;
}

// The next document's shared shingles, from a stream sorted by document.
class SharedShingles {
 public:
  explicit SharedShingles(base::SortedStream<Ranked> stream) : stream_(std::move(stream)) {}

  // Call it for documents in ascending order. Valid until the next call.
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

// Pairs whose resemblance may reach the threshold, judged by the shared part of both prefixes.
Result<void> join_resembling(const JoinInput& input, PrefixEmitter& emitted,
                             const CandidateOptions& options,
                             base::ExternalSorter<CandidatePair>& out, CandidateStats& stats) {
  const std::uint64_t entries = emitted.entries();
  WHORL_ASSIGN_OR_RETURN(auto prefixes, emitted.sorter().finish());
  PrefixJoin join(input, options, entries, out, stats);
  auto gathered = base::for_each_group<Prefix>(
      prefixes,
      [](const Prefix& a, const Prefix& b) { return a.shingle == b.shingle && a.level == b.level; },
      [&](std::span<const Prefix> group) -> Result<void> {
        stats.prefix_entries += group.size();
        return join.add(group);
      });
  return gathered ? join.flush() : gathered;
}

// Pairs in which one document may be contained in the other: a prefix of the contained side shares
// a shingle with any part of the other. `holders` scans the index next to the prefixes, both in
// order of shingle.
class ContainmentJoin {
 public:
  ContainmentJoin(const JoinInput& input, const CandidateOptions& options,
                  base::ExternalSorter<CandidatePair>& out, CandidateStats& stats)
      : scan_(input.index),
        moduli_(input.moduli),
        modulus_of_(input.modulus_of),
        options_(options),
        group_of_(options.group_of),
        out_(out),
        stats_(stats) {}

  Result<void> run(base::SortedStream<Prefix> prefixes) {
    return base::for_each_group<Prefix>(
        prefixes, [](const Prefix& a, const Prefix& b) { return a.shingle == b.shingle; },
        [&](std::span<const Prefix> group) -> Result<void> {
          stats_.prefix_entries += group.size();
          WHORL_RETURN_IF_ERROR(load_holders(group.front().shingle));
          // Several documents of a group may have it.
          if (!group_of_.empty()) base::sort_distinct(holders_);
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
      if (!options_.may_pair(contained.doc, other)) continue;
      ++stats_.formed_pairs;
      WHORL_RETURN_IF_ERROR(out_.add(options_.candidate(contained.doc, other)));
    }
    return {};
  }

  store::IndexScan scan_;
  const std::vector<std::uint64_t>& moduli_;
  const ModulusOf& modulus_of_;
  const CandidateOptions& options_;
  std::span<const std::uint32_t> group_of_;
  base::ExternalSorter<CandidatePair>& out_;
  CandidateStats& stats_;
  std::optional<store::Posting> ahead_;
  std::vector<store::DocId> holders_;
};

}  // namespace

Result<CandidateStream> all_pairs_join(const JoinInput& input, const CandidateOptions& options,
                                       CandidateStats& stats) {
  base::ExternalSorter<CandidatePair> sorter(input.file_system, options.budget);
  auto grouped =
      for_each_shared_shingle(store::IndexScan(input.index), options,
                              [&](std::span<const store::Posting> holders) -> Result<void> {
                                stats.formed_pairs += holders.size() * (holders.size() - 1) / 2;
                                return expand(holders, sorter);
                              });
  WHORL_RETURN_IF_ERROR(grouped);
  WHORL_ASSIGN_OR_RETURN(auto sorted, sorter.finish());
  stats.spilled_bytes += sorter.bytes_spilled();
  std::vector<Kept> kept;
  auto scanned =
      input.scan([&](store::DocId doc, const sketch::SketchView& sketch) -> Result<void> {
        kept.resize(doc + 1);
        kept[doc] = {static_cast<std::uint32_t>(sketch.hashes.size()),
                     static_cast<std::uint32_t>(sketch.modulus)};
        return {};
      });
  WHORL_RETURN_IF_ERROR(scanned);
  auto counter = std::make_shared<Counter>(std::move(sorted), std::move(kept), options);
  return CandidateStream([counter] { return counter->next(); });
}

Result<base::SortedStream<CandidatePair>> exact_join(const JoinInput& input,
                                                     const CandidateOptions& options,
                                                     CandidateStats& stats) {
  WHORL_ASSIGN_OR_RETURN(auto ranked, ranked_shingles(input, options, stats));

  PrefixEmitter resembling(input, options.resemblance, part_of(options.budget, "resembling", 4));
  PrefixEmitter contained(input, options.containment, part_of(options.budget, "contained", 4));
  SketchBatch batch;
  const auto emit_batch = [&]() -> Result<void> {
    WHORL_RETURN_IF_ERROR(resembling.emit(batch));
    WHORL_RETURN_IF_ERROR(contained.emit(batch));
    batch.clear();
    return {};
  };
  const auto emit_prefixes = [&](SharedShingles shared) -> Result<void> {
    WHORL_RETURN_IF_ERROR(
        input.scan([&](store::DocId doc, const sketch::SketchView& sketch) -> Result<void> {
          WHORL_ASSIGN_OR_RETURN(auto shingles, shared.of(doc));
          batch.add(doc, sketch, *shingles);
          return batch.hashes() < kHashesABatch ? Result<void>{} : emit_batch();
        }));
    return emit_batch();
  };
  WHORL_RETURN_IF_ERROR(emit_prefixes(SharedShingles(std::move(ranked))));

  base::ExternalSorter<CandidatePair> pairs(input.file_system, part_of(options.budget, "pairs", 4));
  WHORL_RETURN_IF_ERROR(join_resembling(input, resembling, options, pairs, stats));
  base::release_freed_memory();

  WHORL_ASSIGN_OR_RETURN(auto in_containment, contained.sorter().finish());
  ContainmentJoin containment(input, options, pairs, stats);
  WHORL_RETURN_IF_ERROR(containment.run(std::move(in_containment)));

  stats.spilled_bytes += resembling.sorter().bytes_spilled() + contained.sorter().bytes_spilled() +
                         pairs.bytes_spilled();
  return pairs.finish();
}

}  // namespace whorl::internal::join
