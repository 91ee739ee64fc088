#include "cluster/collapse.h"

#include <optional>

namespace whorl::clustering {
namespace {

struct HashedDoc {
  Hash128 hash;
  std::uint64_t doc;
  auto operator<=>(const HashedDoc&) const = default;
};

// Collapses the representatives among documents of equal hash; how many were.
Result<std::uint64_t> collapse_equal(ExternalSorter<HashedDoc>& sorter, Sameness how,
                                     Collapsed& out) {
  auto sorted = sorter.finish();
  if (!sorted) return tl::unexpected(sorted.error());
  std::uint64_t collapsed = 0;
  std::optional<HashedDoc> first;
  while (true) {
    auto next = sorted->next();
    if (!next) return tl::unexpected(next.error());
    if (!*next) return collapsed;
    if (!first || first->hash != (*next)->hash) {
      first = **next;
      continue;
    }
    out.representative[(*next)->doc] = static_cast<DocId>(first->doc);
    out.sameness[(*next)->doc] = how;
    ++collapsed;
  }
}

// One level: hashes of all documents that still stand for themselves.
template <class HashOf>
Result<std::uint64_t> level(Disk& disk, const DocumentTable& documents, const SortBudget& budget,
                            Sameness how, HashOf hash_of, Collapsed& out) {
  SortBudget part = budget;
  part.name = "collapse";
  ExternalSorter<HashedDoc> sorter(disk, part);
  auto added = documents.for_each([&](DocId doc, const DocumentRecord& record) -> Result<void> {
    if (!out.is_representative(doc) || record.bytes == 0) return {};
    Result<std::optional<Hash128>> hash = hash_of(record);
    if (!hash) return tl::unexpected(hash.error());
    return *hash ? sorter.add({**hash, doc}) : Result<void>{};
  });
  if (!added) return tl::unexpected(added.error());
  return collapse_equal(sorter, how, out);
}

// A member of a group whose representative was collapsed later belongs to the later one.
void follow(Collapsed& out) {
  for (DocId& doc : out.representative) {
    while (out.representative[doc] != doc) doc = out.representative[doc];
  }
}

}  // namespace

Result<Collapsed> collapse(Disk& disk, const DocumentTable& documents,
                           const HashListReader& sketches, const SortBudget& budget) {
  using Hash = Result<std::optional<Hash128>>;
  Collapsed out;
  out.sameness.assign(documents.size(), Sameness::none);
  for (std::uint64_t doc = 0; doc < documents.size(); ++doc) {
    out.representative.push_back(static_cast<DocId>(doc));
  }

  auto identical = level(
      disk, documents, budget, Sameness::identical,
      [](const DocumentRecord& record) -> Hash { return record.content; }, out);
  if (!identical) return tl::unexpected(identical.error());
  auto lexical = level(
      disk, documents, budget, Sameness::lexical,
      [](const DocumentRecord& record) -> Hash {
        return is_of_nothing(record.canonical) ? std::optional<Hash128>() : record.canonical;
      },
      out);
  if (!lexical) return tl::unexpected(lexical.error());
  std::vector<std::uint64_t> sketch;
  auto same_sketch = level(
      disk, documents, budget, Sameness::sketch,
      [&](const DocumentRecord& record) -> Hash {
        if (record.sketch_count == 0) return std::optional<Hash128>();
        auto read = sketches.read(record.sketch_offset, record.sketch_count, sketch);
        if (!read) return tl::unexpected(read.error());
        const auto* bytes = reinterpret_cast<const char*>(sketch.data());
        return hash128({bytes, sketch.size() * sizeof sketch.front()}, record.modulus);
      },
      out);
  if (!same_sketch) return tl::unexpected(same_sketch.error());
  follow(out);
  out.identical = *identical;
  out.lexical = *lexical;
  out.same_sketch = *same_sketch;
  return out;
}

}  // namespace whorl::clustering
