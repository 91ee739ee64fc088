// The job of whorl/upgrade.h: files first, the manifest in one step, and then the old files go.
#include "whorl/upgrade.h"

#include <functional>
#include <nlohmann/json.hpp>

#include "base/guard.h"
#include "base/try.h"
#include "store/lock.h"
#include "store/manifest_json.h"
#include "upgrade/cluster_store.h"
#include "upgrade/journal.h"
#include "upgrade/sweep_store.h"

namespace whorl::internal::upgrade {
namespace {

using Path = base::FileSystem::Path;

// Replaces the manifest, and with it the store.
using Publish = std::function<Result<void>()>;

// A kind of store: the formats that are known of it, and how the old one becomes the new.
struct Kind {
  const char* manifest;
  int from;
  int to;
  std::uint64_t generation;  // of new files, whose names are those of no old ones
  Result<Publish> (*convert)(Conversion& conversion, Progress& progress);
};

Result<Publish> convert_cluster(Conversion& conversion, Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(auto manifest, convert_cluster_store(conversion, progress));
  return [&conversion, manifest] {
    return store::save_finished(conversion.files().file_system(), conversion.folder(), manifest);
  };
}

Result<Publish> convert_sweeps(Conversion& conversion, Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(auto manifest, convert_sweep_store(conversion, progress));
  return [&conversion, manifest] {
    return sweep::save(conversion.files().file_system(), conversion.folder(), manifest);
  };
}

constexpr Kind kKinds[] = {{"sweeps.json", 1, 2, 0, convert_sweeps},
                           {"store.json", 3, 4, 1, convert_cluster}};

Result<StoreUpgrade> convert(base::FileSystem& file_system, const Path& store, const Kind& kind,
                             Progress& progress) {
  store::FileTable table = store::new_file_table();
  table.generation = kind.generation;
  Conversion conversion(file_system, store, std::move(table), progress);
  const auto publish = kind.convert(conversion, progress);
  if (!publish) conversion.remove();
  WHORL_RETURN_IF_ERROR(publish);
  const auto noted = save_journal(file_system, store, conversion.old_files());
  if (!noted) conversion.remove();
  WHORL_RETURN_IF_ERROR(noted);
  // From here on nothing is taken back: an error may come after the manifest is in its place.
  WHORL_RETURN_IF_ERROR((*publish)());
  WHORL_RETURN_IF_ERROR(finish_journal(file_system, store));
  StoreUpgrade upgrade{false, kind.from, kind.to};
  for (const auto& [name, file] : conversion.files().table().files) {
    ++upgrade.files;
    upgrade.bytes += file.length.bytes;
  }
  return upgrade;
}

Result<StoreUpgrade> run(const Path& store, const Kind& kind, Progress& progress) {
  base::FileSystem& file_system = base::FileSystem::real();
  WHORL_ASSIGN_OR_RETURN(auto lock, store::StoreLock::take(store));
  WHORL_ASSIGN_OR_RETURN(auto manifest, store::read_manifest(file_system, store / kind.manifest));
  const std::int64_t format = manifest ? store::format_of(*manifest) : 0;
  if (format == kind.to) {
    WHORL_RETURN_IF_ERROR(finish_journal(file_system, store));
    return StoreUpgrade{true, kind.to, kind.to};
  }
  if (format == kind.from) return convert(file_system, store, kind, progress);
  const std::string known = std::to_string(kind.from) + " and " + std::to_string(kind.to);
  return fail(format == 0 ? ErrorCode::corrupt : ErrorCode::unsupported,
              (store / kind.manifest).string() + ": is of no format that is known here (" + known +
                  "): restore it from a copy, or make the store anew");
}

}  // namespace
}  // namespace whorl::internal::upgrade

namespace whorl {

using namespace internal;

Result<StoreUpgrade> upgrade_store(const std::string& store, Progress& progress) try {
  const upgrade::Path folder = store;
  for (const upgrade::Kind& kind : upgrade::kKinds) {
    std::error_code error;
    if (std::filesystem::is_regular_file(folder / kind.manifest, error)) {
      return upgrade::run(folder, kind, progress);
    }
  }
  return fail(ErrorCode::not_found, store + ": holds no store of whorl");
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
