#include "check/whole_store.h"

#include "base/try.h"
#include "check/cluster_contents.h"
#include "check/sweep_contents.h"

namespace whorl::internal::check {
namespace {

template <class Manifest>
Result<std::vector<StoreFinding>> check_all(const store::StoreFiles& files,
                                            const Manifest& manifest, const char* remedy,
                                            Progress& progress) {
  FilesCheck check(files, remedy, progress);
  WHORL_RETURN_IF_ERROR(check.blocks());
  WHORL_RETURN_IF_ERROR(check.contents(contents_of(files, manifest, progress)));
  return std::move(check).findings();
}

}  // namespace

Result<std::vector<StoreFinding>> check_files(const store::StoreFiles& files,
                                              const store::Manifest& manifest, Progress& progress) {
  return check_all(files, manifest, "restore it from a copy, or make the store anew", progress);
}

Result<std::vector<StoreFinding>> check_files(const store::StoreFiles& files,
                                              const sweep::SweepManifest& manifest,
                                              Progress& progress) {
  return check_all(files, manifest, "restore it from a copy, or add the sweeps anew", progress);
}

Result<std::vector<StoreFinding>> check_run(const store::StoreFiles& files, Progress& progress) {
  FilesCheck check(files, "remove the manifest that names it, and give the command again",
                   progress);
  WHORL_RETURN_IF_ERROR(check.blocks());
  return std::move(check).findings();
}

}  // namespace whorl::internal::check
