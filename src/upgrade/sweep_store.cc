#include "upgrade/sweep_store.h"

#include "base/try.h"
#include "check/whole_store.h"
#include "sweep/records.h"
#include "upgrade/sum.h"

namespace whorl::internal::upgrade {
namespace {

std::string numbered(const char* name, std::size_t number) {
  return std::string(name) + "." + std::to_string(number) + ".bin";
}

// The sums that the old manifest has of versions and of pages.
Result<void> check_sums(const Conversion& conversion, const sweep::Format1& old) {
  constexpr std::size_t kRecord = sizeof(sweep::VersionRecord);
  const sweep::SweepManifest& manifest = old.manifest;
  WHORL_ASSIGN_OR_RETURN(auto versions,
                         conversion.open(store::kVersionsFile, manifest.versions() * kRecord));
  for (std::size_t i = 0; i < manifest.sweeps.size(); ++i) {
    const sweep::SweepEntry& entry = manifest.sweeps[i];
    WHORL_ASSIGN_OR_RETURN(auto sum, sum_of(*versions, entry.first_version * kRecord,
                                            (entry.end_version - entry.first_version) * kRecord));
    if (sum != old.version_checksums[i]) {
      return conversion.damaged(store::kVersionsFile,
                                "the versions of " + entry.date + " have another checksum");
    }
  }
  const std::string name = numbered("pages", manifest.sweeps.size());
  const std::uint64_t bytes = manifest.rows * sizeof(sweep::PageRow);
  WHORL_ASSIGN_OR_RETURN(auto pages, conversion.open(name, bytes));
  WHORL_ASSIGN_OR_RETURN(auto sum, sum_of(*pages, 0, bytes));
  return sum == old.rows_checksum ? Result<void>{}
                                  : conversion.damaged(name, "has another checksum");
}

}  // namespace

Result<sweep::SweepManifest> convert_sweep_store(Conversion& conversion, Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(
      auto old, sweep::load_format1(conversion.files().file_system(), conversion.folder()));
  sweep::SweepManifest& manifest = old.manifest;
  const std::size_t sweeps = manifest.sweeps.size();
  progress.phase("converting", manifest.sketch_hashes * sizeof(std::uint64_t));
  if (sweeps > 0) {
    WHORL_RETURN_IF_ERROR(check_sums(conversion, old));
    WHORL_RETURN_IF_ERROR(conversion.copy({store::kVersionsFile, store::kVersionsFile},
                                          manifest.versions() * sizeof(sweep::VersionRecord)));
    WHORL_RETURN_IF_ERROR(
        conversion.copy({store::kNamesFile, store::kNamesFile}, manifest.name_bytes));
    WHORL_RETURN_IF_ERROR(conversion.copy({store::kSketchesFile, store::kSketchesFile},
                                          manifest.sketch_hashes * sizeof(std::uint64_t)));
    WHORL_RETURN_IF_ERROR(conversion.copy({numbered("pages", sweeps), store::kPagesFile},
                                          manifest.rows * sizeof(sweep::PageRow)));
  }
  for (std::size_t sweep = 0; sweep < sweeps; ++sweep) {
    WHORL_RETURN_IF_ERROR(conversion.index({numbered("index", sweep), sweep::index_file(sweep)},
                                           manifest.sweeps[sweep].end_version));
  }
  manifest.files = conversion.files().table();
  WHORL_ASSIGN_OR_RETURN(auto findings, check::check_files(conversion.files(), manifest, progress));
  WHORL_RETURN_IF_ERROR(conversion.accept(findings));
  return std::move(manifest);
}

}  // namespace whorl::internal::upgrade
