#include "check/sweep_contents.h"

#include "base/try.h"
#include "check/hash_lists.h"
#include "check/words.h"
#include "sweep/store.h"

namespace whorl::internal::check {
namespace {

using sweep::PageRow;
using sweep::SweepStore;
using sweep::VersionRecord;

class Sweeps {
 public:
  Sweeps(const store::StoreFiles& files, const sweep::SweepManifest& manifest, Progress& progress)
      : files_(files), manifest_(manifest), progress_(progress) {}

  // URLs and sketches of versions stand in their files, the sketches one after the other.
  Result<void> versions() const {
    WHORL_ASSIGN_OR_RETURN(auto store, open());
    std::uint64_t names = 0, sketches = 0;
    for (std::uint64_t number = 0; number < manifest_.versions(); ++number) {
      WHORL_RETURN_IF_ERROR(go_on(progress_));
      WHORL_ASSIGN_OR_RETURN(auto version, store.version(static_cast<std::uint32_t>(number)));
      const bool first = version.name_offset == names;
      if (first) names += version.name_bytes;
      if (version.name_offset > names || version.name_bytes > names - version.name_offset ||
          version.sketch_offset != sketches || version.sketch_count > version.full_size) {
        return wrong("version " + std::to_string(number) + " does not follow the one before it");
      }
      sketches += version.sketch_count;
    }
    if (names == manifest_.name_bytes && sketches == manifest_.sketch_hashes) return {};
    return wrong("names or sketches do not end where the versions say");
  }

  Result<void> sketches() const {
    WHORL_ASSIGN_OR_RETURN(auto store, open());
    WHORL_ASSIGN_OR_RETURN(auto lists, HashLists::open(files_, store::kSketchesFile));
    std::vector<std::uint64_t> sketch;
    for (std::uint64_t number = 0; number < manifest_.versions(); ++number) {
      WHORL_RETURN_IF_ERROR(go_on(progress_));
      WHORL_ASSIGN_OR_RETURN(auto version, store.version(static_cast<std::uint32_t>(number)));
      WHORL_RETURN_IF_ERROR(store.sketch(version, sketch));
      WHORL_RETURN_IF_ERROR(
          lists.check({version.sketch_offset, version.sketch_count, version.modulus}));
    }
    return {};
  }

  // Rows are in order, and of the URL that their version has.
  Result<void> pages() const {
    WHORL_ASSIGN_OR_RETURN(auto store, open());
    sweep::PageScan scan = store.pages();
    while (true) {
      WHORL_RETURN_IF_ERROR(go_on(progress_));
      WHORL_ASSIGN_OR_RETURN(auto row, scan.next());
      if (!row) return {};
      if (row->version >= manifest_.versions()) return wrong("a row is of no version");
      WHORL_ASSIGN_OR_RETURN(auto version, store.version(row->version));
      WHORL_ASSIGN_OR_RETURN(auto url, store.url(version));
      if (base::hash128(url) != row->url) return wrong("a row is of another URL than its version");
    }
  }

  // Each version has all of its sketch in the index of its sweep.
  Result<void> index(std::size_t sweep) const {
    WHORL_ASSIGN_OR_RETURN(auto store, open());
    WHORL_ASSIGN_OR_RETURN(auto lists, HashLists::open(files_, store::kSketchesFile));
    WHORL_ASSIGN_OR_RETURN(auto index, store.index(sweep));
    const sweep::SweepEntry& entry = manifest_.sweeps[sweep];
    WHORL_ASSIGN_OR_RETURN(
        auto found, sums_of_postings(index, {entry.first_version, entry.end_version}, progress_));
    for (std::uint64_t number = entry.first_version; number < entry.end_version; ++number) {
      WHORL_ASSIGN_OR_RETURN(auto version, store.version(static_cast<std::uint32_t>(number)));
      WHORL_ASSIGN_OR_RETURN(auto sum, lists.sum({version.sketch_offset, version.sketch_count, 1}));
      if (found[number - entry.first_version] == sum) continue;
      return wrong("it has other shingles of version " + std::to_string(number) +
                   " than its sketch");
    }
    return {};
  }

 private:
  Result<SweepStore> open() const {
    return SweepStore::open(files_.file_system(), files_.folder(), manifest_);
  }

  const store::StoreFiles& files_;
  const sweep::SweepManifest& manifest_;
  Progress& progress_;
};

}  // namespace

Contents contents_of(const store::StoreFiles& files, const sweep::SweepManifest& manifest,
                     Progress& progress) {
  const Sweeps sweeps(files, manifest, progress);
  Contents contents;
  const std::vector<std::string> grow = {store::kVersionsFile, store::kNamesFile,
                                         store::kSketchesFile, store::kPagesFile};
  if (manifest.sweeps.empty()) return contents;
  contents.due = grow;
  contents.checks = {{store::kVersionsFile, grow, [sweeps] { return sweeps.versions(); }},
                     {store::kSketchesFile, grow, [sweeps] { return sweeps.sketches(); }},
                     {store::kPagesFile, grow, [sweeps] { return sweeps.pages(); }}};
  for (std::size_t sweep = 0; sweep < manifest.sweeps.size(); ++sweep) {
    const std::string name = sweep::index_file(sweep);
    contents.due.push_back(name);
    contents.checks.push_back({name, grow, [sweeps, sweep] { return sweeps.index(sweep); }});
  }
  return contents;
}

}  // namespace whorl::internal::check
