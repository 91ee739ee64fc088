#include "upgrade/cluster_store.h"

#include "base/try.h"
#include "check/whole_store.h"
#include "join/pair_measures.h"
#include "join/store_options.h"
#include "store/document_table.h"

namespace whorl::internal::upgrade {
namespace {

// A file that is copied as it is, and its length where the manifest says it.
struct Copied {
  const char* name;
  std::optional<std::uint64_t> bytes;
};

std::vector<Copied> copied_files(const store::Manifest& manifest) {
  const store::IngestState& about = manifest.ingest;
  std::vector<Copied> files = {
      {store::kDocumentsFile, about.documents * sizeof(store::DocumentRecord)},
      {store::kNamesFile, about.name_bytes},
      {store::kSketchesFile, about.sketch_hashes * sizeof(std::uint64_t)},
      {store::kShinglesFile, about.shingle_hashes * sizeof(std::uint64_t)},
      {store::kNameIndexFile, {}},
      {store::kClustersFile, {}}};
  if (manifest.inputs != base::Hash128{}) files.push_back({store::kInputsFile, {}});
  if (manifest.settings.common > 0) files.push_back({store::kStopShinglesFile, {}});
  if (join::keeps_pairs(manifest.settings)) {
    files.push_back({store::kPairsFile, manifest.kept_pairs * sizeof(join::PairRecord)});
  } else {
    files.push_back({store::kComponentsFile, about.documents * sizeof(store::DocId)});
  }
  return files;
}

}  // namespace

Result<store::Manifest> convert_cluster_store(Conversion& conversion, Progress& progress) {
  const base::FileSystem::Path& folder = conversion.folder();
  WHORL_ASSIGN_OR_RETURN(auto manifest,
                         store::load_format3(conversion.files().file_system(), folder));
  if (!manifest.is_done(store::Phase::pairs) || !manifest.thresholds) {
    return fail(ErrorCode::invalid_argument,
                folder.string() +
                    ": is of an earlier format and not finished: finish it with the "
                    "whorl that began it, or make it anew");
  }
  progress.phase("converting", manifest.ingest.sketch_hashes * sizeof(std::uint64_t));
  for (const Copied& file : copied_files(manifest)) {
    WHORL_ASSIGN_OR_RETURN(auto old, conversion.open(file.name, file.bytes.value_or(0)));
    if (file.bytes && old->size() != *file.bytes) {
      return conversion.damaged(file.name, "has not the length that is due");
    }
    WHORL_RETURN_IF_ERROR(conversion.copy({file.name, file.name}, file.bytes));
  }
  WHORL_RETURN_IF_ERROR(
      conversion.index({store::kIndexFile, store::kIndexFile}, manifest.ingest.documents));
  manifest.files = conversion.files().table();
  WHORL_ASSIGN_OR_RETURN(auto findings, check::check_files(conversion.files(), manifest, progress));
  WHORL_RETURN_IF_ERROR(conversion.accept(findings));
  return manifest;
}

}  // namespace whorl::internal::upgrade
