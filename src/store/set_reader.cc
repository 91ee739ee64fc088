#include "store/set_reader.h"

#include "base/try.h"

namespace whorl::internal::store {

Result<SetReader> SetReader::open(const StoreFiles& files) {
  WHORL_ASSIGN_OR_RETURN(auto sketches, files.read(kSketchesFile));
  WHORL_ASSIGN_OR_RETURN(auto shingles, files.read(kShinglesFile));
  WHORL_ASSIGN_OR_RETURN(auto common, StopShingles::load(files));
  return SetReader(HashListReader(std::move(sketches)), HashListReader(std::move(shingles)),
                   std::move(common));
}

Result<void> SetReader::full_set(const SketchEntry& entry, sketch::ShingleSet& out) const {
  if (entry.is_whole()) return sketch(entry, out);
  auto got = shingles_.read(entry.full_offset, entry.full_size, out);
  if (got) common_.remove_from(out);
  return got;
}

Result<void> SetReader::sketch(const SketchEntry& entry, sketch::ShingleSet& out) const {
  auto got = sketches_.read(entry.offset, entry.count, out);
  if (got) common_.remove_from(out);
  return got;
}

}  // namespace whorl::internal::store
