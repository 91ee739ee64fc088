#include "join/held_prefixes.h"

#include <algorithm>
#include <bit>
#include <mutex>

#include "base/go_on.h"
#include "base/huge_pages.h"
#include "base/parallel.h"
#include "base/pool.h"
#include "base/radix_sort.h"
#include "base/try.h"
#include "join/prefix_filter.h"

namespace whorl::internal::join {
namespace {

constexpr std::uint64_t kBytesAShingle = 8 + 2;   // in its sketch and among the counts
constexpr std::uint64_t kBytesAnEntry = 16 + 16;  // and in a row
constexpr std::uint64_t kBytesALevel = 2 * sizeof(std::uint32_t);

std::uint64_t shingles_of(const RankedDocuments& documents) {
  std::uint64_t sum = 0;
  for (const store::DocId doc : documents.by_rank) sum += documents.entries[doc].count;
  return sum;
}

// The shingles of all prefixes, where at each level so many are kept as of hashes.
std::uint64_t expected_entries(const RankedDocuments& documents, const LeastShown& resemblance) {
  std::uint64_t sum = 0;
  for (const store::DocId doc : documents.by_rank) {
    const store::SketchEntry& entry = documents.entries[doc];
    for (const std::uint64_t modulus : documents.moduli) {
      if (modulus < entry.modulus) continue;
      const std::uint64_t size = entry.count * std::uint64_t{entry.modulus} / modulus;
      sum += probe_prefix(resemblance.at(modulus, size), size);
    }
  }
  return sum;
}

// By rank, as they stand in their file.
Result<std::vector<sketch::ShingleSpan>> ranked(sketch::ShingleSpan file,
                                                const RankedDocuments& documents) {
  std::vector<sketch::ShingleSpan> sketches;
  sketches.reserve(documents.by_rank.size());
  for (const store::DocId doc : documents.by_rank) {
    const store::SketchEntry& entry = documents.entries[doc];
    WHORL_ASSIGN_OR_RETURN(const auto sketch, store::list_in(file, entry.offset, entry.count));
    sketches.push_back(sketch);
  }
  return sketches;
}

}  // namespace

HolderCounts::HolderCounts(std::span<const sketch::ShingleSpan> sketches) {
  std::size_t shingles = 0;
  for (const sketch::ShingleSpan sketch : sketches) shingles += sketch.size();
  const auto bits = static_cast<unsigned>(std::bit_width(shingles / 2 | 1));
  shift_ = 64 - bits;
  slots_ = base::long_list<std::uint16_t>(std::size_t{1} << bits);
  for (const sketch::ShingleSpan sketch : sketches) {
    for_each_slot(sketch,
                  [&](std::size_t, std::size_t slot) { slots_[slot] += slots_[slot] < kMost; });
  }
}

// Finds the prefixes of documents one after the other, in memory that they reuse.
class HeldPrefixes::Finder {
 public:
  Finder(HeldPrefixes& out, const HolderCounts& counts, std::span<const std::uint64_t> moduli,
         const CandidateOptions& options)
      : out_(out), counts_(counts), moduli_(moduli), options_(options) {}

  // Those of a task, in no order; valid until the next call.
  std::span<const Entry> find(std::size_t task, std::span<const sketch::ShingleSpan> sketches) {
    entries_.clear();
    const std::size_t end = std::min((task + 1) * kTask, sketches.size());
    for (std::size_t rank = task * kTask; rank < end; ++rank) add(rank, sketches[rank]);
    return entries_;
  }

 private:
  void add(std::size_t rank, sketch::ShingleSpan sketch) {
    if (!options_.common.empty()) {
      without_common_.assign(sketch.begin(), sketch.end());
      options_.common.remove_from(without_common_);
      sketch = without_common_;
    }
    const std::size_t own = out_.own_level(rank);
    add(rank, own, sketch);
    for (std::size_t level = own + 1; level < out_.levels_; ++level) {
      sketch::keep_multiples(sketch, moduli_[level], multiples_);
      add(rank, level, multiples_);
    }
  }

  // The rarest of what the document has at the level, as far as its prefix goes.
  void add(std::size_t rank, std::size_t level, sketch::ShingleSpan shingles) {
    const std::uint64_t size = shingles.size();
    const std::uint64_t prefix = probe_prefix(options_.resemblance.at(moduli_[level], size), size);
    const std::size_t at = rank * out_.levels_ + level;
    out_.sizes_[at] = static_cast<std::uint32_t>(size);
    out_.behind_[at] = static_cast<std::uint32_t>(size - prefix);
    collect(shingles);
    const std::uint64_t unshared = size - rarest_.size();
    if (prefix <= unshared) return;
    const std::size_t taken = std::min<std::uint64_t>(prefix - unshared, rarest_.size());
    const auto end = rarest_.begin() + static_cast<std::ptrdiff_t>(taken);
    if (end != rarest_.end()) std::nth_element(rarest_.begin(), end, rarest_.end());
    for (auto place = rarest_.begin(); place != end; ++place) {
      entries_.push_back({shingles[static_cast<std::uint32_t>(*place)],
                          static_cast<std::uint32_t>(level), static_cast<std::uint32_t>(rank)});
    }
  }

  // Where those stand that others may keep, after how many do.
  void collect(sketch::ShingleSpan shingles) {
    rarest_.resize(shingles.size());
    std::size_t shared = 0;
    counts_.for_each(shingles, [&](std::size_t i, std::uint32_t holders) {
      rarest_[shared] = store::word_of(holders, static_cast<std::uint32_t>(i));
      shared += holders > 1;
    });
    rarest_.resize(shared);
  }

  HeldPrefixes& out_;
  const HolderCounts& counts_;
  std::span<const std::uint64_t> moduli_;
  const CandidateOptions& options_;
  sketch::ShingleSet without_common_;
  sketch::ShingleSet multiples_;
  std::vector<std::uint64_t> rarest_;
  std::vector<Entry> entries_;
};

bool HeldPrefixes::serve(const RankedDocuments& documents, const CandidateOptions& options) {
  if (options.containment > 0 || options.resemblance.seeks_none()) return false;
  const std::uint64_t shingles = shingles_of(documents), levels = documents.moduli.size();
  const std::uint64_t entries = expected_entries(documents, options.resemblance);
  const std::uint64_t bytes = shingles * kBytesAShingle + entries * kBytesAnEntry +
                              documents.by_rank.size() * levels * kBytesALevel;
  return shingles < UINT32_MAX / levels && bytes <= options.budget.memory / 2;
}

HeldPrefixes::HeldPrefixes(const RankedDocuments& documents)
    : levels_(documents.moduli.size()),
      sizes_(documents.by_rank.size() * levels_),
      behind_(sizes_.size()),
      rows_((documents.by_rank.size() + kTask - 1) / kTask * levels_) {
  own_levels_.reserve(documents.by_rank.size());
  for (const store::DocId doc : documents.by_rank) {
    const auto own = std::ranges::lower_bound(documents.moduli, documents.entries[doc].modulus);
    own_levels_.push_back(static_cast<std::uint8_t>(own - documents.moduli.begin()));
  }
}

Result<HeldPrefixes> HeldPrefixes::make(sketch::ShingleSpan file, const RankedDocuments& documents,
                                        const CandidateOptions& options, CandidateStats& stats) {
  HeldPrefixes prefixes(documents);
  WHORL_ASSIGN_OR_RETURN(const auto sketches, ranked(file, documents));
  std::vector<Entry> entries = prefixes.entries_of(sketches, documents, options);
  WHORL_RETURN_IF_ERROR(base::go_on(options.budget.progress));
  base::radix_sort(std::span(entries), options.budget.threads);
  prefixes.take(entries);
  stats.prefix_entries += prefixes.begins_.back();
  return prefixes;
}

// In any order, as tasks end.
std::vector<HeldPrefixes::Entry> HeldPrefixes::entries_of(
    std::span<const sketch::ShingleSpan> sketches, const RankedDocuments& documents,
    const CandidateOptions& options) {
  const HolderCounts counts(sketches);
  std::vector<Entry> all;
  base::reserve_long(all, expected_entries(documents, options.resemblance));
  std::mutex growing;
  base::Pool<Finder> finders;
  base::parallel_for(tasks(), options.budget.threads, [&](std::size_t task) {
    finders.with([&] { return std::make_unique<Finder>(*this, counts, documents.moduli, options); },
                 [&](Finder& finder) {
                   const std::span<const Entry> entries = finder.find(task, sketches);
                   const std::lock_guard lock(growing);
                   all.insert(all.end(), entries.begin(), entries.end());
                 });
  });
  return all;
}

void HeldPrefixes::take(std::span<const Entry> sorted) {
  begins_.push_back(0);
  while (!sorted.empty()) {
    const Entry& first = sorted.front();
    std::size_t members = 1;
    while (members < sorted.size() && sorted[members].shingle == first.shingle &&
           sorted[members].level == first.level) {
      ++members;
    }
    if (members > 1) add_list(sorted.first(members));
    sorted = sorted.subspan(members);
  }
}

void HeldPrefixes::add_list(std::span<const Entry> members) {
  const auto list = static_cast<std::uint32_t>(begins_.size() - 1);
  for (const Entry& member : members) {
    std::vector<Row>& rows = rows_[member.rank / kTask * levels_ + member.level];
    if (rows.empty() || rows.back().list != list) rows.push_back({list, 0});
    rows.back().lanes |= std::uint64_t{1} << member.rank % kTask;
  }
  begins_.push_back(begins_.back() + static_cast<std::uint32_t>(members.size()));
}

}  // namespace whorl::internal::join
