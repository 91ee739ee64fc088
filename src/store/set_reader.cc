#include "store/set_reader.h"

#include <algorithm>

#include "base/try.h"

namespace whorl::internal::store {

Result<void> find_stop_shingles(StoreFiles& files, const StoredSets& sets,
                                const StopShingleRule& rule, const base::SortBudget& budget,
                                Progress& progress) {
  base::ExternalSorter<std::uint64_t> sorter(files.file_system(), budget);
  sketch::ShingleSet set;
  for (DocId doc = 0; doc < sets.entries.size(); ++doc) {
    progress.advance(1);
    if (!rule.wanted(doc)) continue;
    WHORL_RETURN_IF_ERROR(sets.reader.full_set(sets.entries[doc], set));
    for (std::uint64_t shingle : set) {
      WHORL_RETURN_IF_ERROR(sorter.add(shingle));
    }
  }
  WHORL_ASSIGN_OR_RETURN(auto sorted, sorter.finish());
  sketch::ShingleSet common;
  std::uint64_t last = 0, holders = 0;
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto shingle, sorted.next());
    if (!shingle) break;
    holders = *shingle == last ? holders + 1 : 1;
    last = *shingle;
    if (holders == rule.max + 1) common.push_back(last);
  }
  WHORL_ASSIGN_OR_RETURN(auto file, files.write(kStopShinglesFile));
  WHORL_RETURN_IF_ERROR(file->append(std::as_bytes(std::span(common))));
  return file->sync();
}

Result<StopShingles> StopShingles::load(const StoreFiles& files) {
  StopShingles common;
  if (!files.has(kStopShinglesFile)) return common;
  WHORL_ASSIGN_OR_RETURN(auto file, files.read(kStopShinglesFile));
  sketch::ShingleSet shingles(file->size() / sizeof(std::uint64_t));
  WHORL_RETURN_IF_ERROR(file->read(0, std::as_writable_bytes(std::span(shingles))));
  common.shingles_ = std::make_shared<const sketch::ShingleSet>(std::move(shingles));
  return common;
}

bool StopShingles::has(std::uint64_t shingle) const {
  return std::ranges::binary_search(*shingles_, shingle);
}

void StopShingles::remove_from(sketch::ShingleSet& set) const {
  if (empty()) return;
  std::erase_if(set, [this](std::uint64_t shingle) { return has(shingle); });
}

Result<SetReader> SetReader::open(const StoreFiles& files, sketch::Sampler method,
                                  bool keeps_sets) {
  WHORL_ASSIGN_OR_RETURN(auto sketches, files.read(kSketchesFile));
  WHORL_ASSIGN_OR_RETURN(auto shingles, files.read(kShinglesFile));
  WHORL_ASSIGN_OR_RETURN(auto common, StopShingles::load(files));
  return SetReader(HashListReader(std::move(sketches)), HashListReader(std::move(shingles)),
                   std::move(common), std::move(method), keeps_sets);
}

Result<void> SetReader::full_set(const SketchEntry& entry, sketch::ShingleSet& out) const {
  if (entry.is_whole() || !keeps_sets_) return sketch(entry, out);
  auto got = shingles_.read(entry.full_offset, entry.full_size, out);
  if (got) common_.remove_from(out);
  return got;
}

Result<void> SetReader::sketch(const SketchEntry& entry, sketch::ShingleSet& out) const {
  auto got = sketches_.read(entry.offset, entry.count, out);
  if (got) common_.remove_from(out);
  return got;
}

Result<void> SetReader::full_set(const SketchEntry& entry, sketch::Sketch& out) const {
  WHORL_RETURN_IF_ERROR(full_set(entry, out.hashes));
  const bool whole = is_held_whole(entry);
  out.modulus = whole ? 1 : entry.modulus;
  out.full_size = whole ? out.hashes.size() : entry.full_size;
  return {};
}

sketch::Sketch SetReader::as_kept(sketch::ShingleSet set) const {
  if (!keeps_sets_) return method_.sketch(set);
  const std::uint64_t size = set.size();
  return {std::move(set), 1, size};
}

SetFigures SetReader::compare(const sketch::Sketch& a, const sketch::Sketch& b) const {
  if (!a.complete() || !b.complete()) {
    return {method_.resemblance(a, b), method_.containment(a, b), method_.containment(b, a)};
  }
  const sketch::Overlap seen = sketch::overlap(a.hashes, b.hashes);
  return {sketch::counted(seen.both, seen.a + seen.b - seen.both),
          sketch::counted(seen.both, seen.a), sketch::counted(seen.both, seen.b)};
}

}  // namespace whorl::internal::store
