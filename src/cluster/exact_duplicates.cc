#include "cluster/exact_duplicates.h"

#include <optional>

#include "base/try.h"

namespace whorl::internal::cluster {
namespace {

struct HashedDoc {
  base::Hash128 hash;
  std::uint64_t doc;
  auto operator<=>(const HashedDoc&) const = default;
};

// Collapses the representatives among documents of equal hash; how many were.
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

// One level: hashes of all documents that still stand for themselves.
template <class HashOf>
Result<std::uint64_t> level(base::FileSystem& file_system, const store::DocumentTable& documents,
                            const base::SortBudget& budget, HashOf hash_of, ExactDuplicates& out) {
  base::SortBudget part = budget;
  part.name = "collapse";
  base::ExternalSorter<HashedDoc> sorter(file_system, part);
  auto added = documents.for_each(
      [&](store::DocId doc, const store::DocumentRecord& record) -> Result<void> {
        if (!out.is_representative(doc) || record.bytes == 0) return {};
        WHORL_ASSIGN_OR_RETURN(std::optional<base::Hash128> hash, hash_of(record));
        return hash ? sorter.add({*hash, doc}) : Result<void>{};
      });
  WHORL_RETURN_IF_ERROR(added);
  return collapse_equal(sorter, out);
}

// A member of a group whose representative was collapsed later belongs to the later one.
void follow(ExactDuplicates& out) {
  for (store::DocId& doc : out.representative) {
    while (out.representative[doc] != doc) doc = out.representative[doc];
  }
}

}  // namespace

Result<ExactDuplicates> find_exact_duplicates(base::FileSystem& file_system,
                                              const store::DocumentTable& documents,
                                              const store::HashListReader& sketches,
                                              const base::SortBudget& budget) {
  using Hash = Result<std::optional<base::Hash128>>;
  ExactDuplicates out;
  for (std::uint64_t doc = 0; doc < documents.size(); ++doc) {
    out.representative.push_back(static_cast<store::DocId>(doc));
  }

  auto identical = level(
      file_system, documents, budget,
      [](const store::DocumentRecord& record) -> Hash { return record.content; }, out);
  WHORL_RETURN_IF_ERROR(identical);
  auto lexical = level(
      file_system, documents, budget,
      [](const store::DocumentRecord& record) -> Hash {
        return base::is_of_nothing(record.canonical) ? std::optional<base::Hash128>()
                                                     : record.canonical;
      },
      out);
  WHORL_RETURN_IF_ERROR(lexical);
  std::vector<std::uint64_t> sketch;
  auto same_sketch = level(
      file_system, documents, budget,
      [&](const store::DocumentRecord& record) -> Hash {
        if (record.set.count == 0) return std::optional<base::Hash128>();
        WHORL_RETURN_IF_ERROR(sketches.read(record.set.offset, record.set.count, sketch));
        const auto* bytes = reinterpret_cast<const char*>(sketch.data());
        return base::hash128({bytes, sketch.size() * sizeof sketch.front()}, record.set.modulus);
      },
      out);
  WHORL_RETURN_IF_ERROR(same_sketch);
  follow(out);
  out.identical = *identical;
  out.lexical = *lexical;
  out.same_sketch = *same_sketch;
  return out;
}

}  // namespace whorl::internal::cluster
