#include "jobs/collection/cluster/exact_duplicates.h"

#include <array>
#include <optional>

#include "base/try.h"

namespace whorl::internal::cluster {
namespace {

struct HashedDoc {
  base::Hash128 hash;
  std::uint64_t doc;
  auto operator<=>(const HashedDoc&) const = default;
  std::array<std::uint64_t, 3> sort_key() const { return {hash.high, hash.low, doc}; }
};

// Collapses the representatives among documents of equal hash; returns how many.
Result<std::uint64_t> collapse_equal(base::ExternalSorter<HashedDoc>& sorter,
                                     ExactDuplicates& out) {
  WHORL_ASSIGN_OR_RETURN(auto sorted, sorter.finish());
  std::uint64_t collapsed = 0;
  std::optional<HashedDoc> first;
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto next, sorted.next());
    if (!next) return collapsed;
    if (!first || first->hash != next->hash) {
      first = *next;
      continue;
    }
    out.representative[next->doc] = static_cast<store::DocId>(first->doc);
    ++collapsed;
  }
}

class Collapsing {
 public:
  Collapsing(base::FileSystem& file_system, const store::DocumentTable& documents,
             std::span<const std::uint64_t> groups, const base::SortBudget& budget)
      : file_system_(file_system), documents_(documents), groups_(groups), budget_(budget) {
    budget_.name = "collapse";
    for (std::uint64_t doc = 0; doc < documents.size(); ++doc) {
      out_.representative.push_back(static_cast<store::DocId>(doc));
    }
  }

  // One level: collapses documents of equal hash that are still representatives; returns how many.
  template <class HashOf>
  Result<std::uint64_t> level(HashOf hash_of, Progress& progress) {
    base::ExternalSorter<HashedDoc> sorter(file_system_, budget_);
    auto added = documents_.for_each(
        [&](store::DocId doc, const store::DocumentRecord& record) -> Result<void> {
          progress.advance(1);
          if (!out_.is_representative(doc) || record.bytes == 0) return {};
          WHORL_ASSIGN_OR_RETURN(std::optional<base::Hash128> hash, hash_of(record));
          if (!hash) return {};
          if (!groups_.empty()) hash->high ^= groups_[doc];
          return sorter.add({*hash, doc});
        });
    WHORL_RETURN_IF_ERROR(added);
    return collapse_equal(sorter, out_);
  }

  // If the representative of a group was collapsed later, its members belong to the later group.
  ExactDuplicates finish() {
    for (store::DocId& doc : out_.representative) {
      while (out_.representative[doc] != doc) doc = out_.representative[doc];
    }
    return std::move(out_);
  }

 private:
  base::FileSystem& file_system_;
  const store::DocumentTable& documents_;
  std::span<const std::uint64_t> groups_;
  base::SortBudget budget_;
  ExactDuplicates out_;
};

using Hash = Result<std::optional<base::Hash128>>;

Hash content_of(const store::DocumentRecord& record) { return record.content; }

Hash text_of(const store::DocumentRecord& record) {
  return base::is_of_nothing(record.canonical) ? std::optional<base::Hash128>() : record.canonical;
}

}  // namespace

Result<ExactDuplicates> find_exact_duplicates(base::FileSystem& file_system,
                                              const store::DocumentTable& documents,
                                              const store::HashListReader& sketches,
                                              std::span<const std::uint64_t> groups,
                                              const base::SortBudget& budget, Progress& progress) {
  std::vector<std::uint64_t> sketch;
  const auto sketch_of = [&](const store::DocumentRecord& record) -> Hash {
    if (record.set.count == 0) return std::optional<base::Hash128>();
    WHORL_RETURN_IF_ERROR(sketches.read(record.set.offset, record.set.count, sketch));
    const auto* bytes = reinterpret_cast<const char*>(sketch.data());
    return base::hash128({bytes, sketch.size() * sizeof sketch.front()}, record.set.modulus);
  };
  Collapsing collapsing(file_system, documents, groups, budget);
  NoProgress quick;  // short compared to reading every sketch
  WHORL_ASSIGN_OR_RETURN(const auto identical, collapsing.level(content_of, quick));
  WHORL_ASSIGN_OR_RETURN(const auto lexical, collapsing.level(text_of, quick));
  WHORL_ASSIGN_OR_RETURN(const auto same_sketch, collapsing.level(sketch_of, progress));
  ExactDuplicates out = collapsing.finish();
  out.identical = identical;
  out.lexical = lexical;
  out.same_sketch = same_sketch;
  return out;
}

}  // namespace whorl::internal::cluster
