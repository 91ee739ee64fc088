#include "store/set_reader.h"

#include "base/try.h"

namespace whorl::internal::store {

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
