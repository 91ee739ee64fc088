// Backups of a registry: its database, and its manifest next to it.

#include <rocksdb/utilities/backup_engine.h>

#include <optional>

#include "base/file_system.h"
#include "base/folder.h"
#include "base/guard.h"
#include "base/ownership/folder.h"
#include "base/try.h"
#include "jobs/registry/database_options.h"
#include "jobs/registry/index.h"
#include "jobs/registry/manifest.h"
#include "jobs/registry/new_registry.h"
#include "jobs/registry/opened_database.h"
#include "jobs/registry/opened_registry.h"

namespace whorl {

using namespace internal;

namespace {

constexpr const char* kBackups = "backups";

}  // namespace

Result<void> Registry::back_up(const std::string& folder) const try {
  WHORL_ASSIGN_OR_RETURN(const auto manifest, registry::load_manifest(opened_->folder));
  const std::filesystem::path to(folder);
  WHORL_RETURN_IF_ERROR(base::make_folder(to));
  // RocksDB does not prevent two backups at once.
  const auto lock = base::lock_folder(to);
  if (!lock) {
    return fail(ErrorCode::invalid_argument,
                folder + ": another whorl process makes a backup there; wait until it ends");
  }
  std::optional<registry::RegistryManifest> there;
  if (std::filesystem::exists(registry::manifest_of(to))) {
    WHORL_ASSIGN_OR_RETURN(there, registry::load_manifest(to).map_error([](Error error) {
      return Error{error.code, "cannot find out which registry these backups are from (" +
                                   error.message + "); name another folder"};
    }));
  }
  const bool holds_backups = there && !std::filesystem::exists(registry::database_of(to));
  if (holds_backups && there->identity != manifest.identity) {
    return fail(ErrorCode::invalid_argument,
                folder + " contains backups of another registry; name another folder");
  }
  if (!holds_backups && !base::ownership::is_free(to)) {
    return fail(ErrorCode::invalid_argument, folder +
                                                 " contains files other than backups of a registry "
                                                 "and is not changed; name another folder");
  }
  if (!holds_backups) WHORL_RETURN_IF_ERROR(registry::save(to, manifest));
  return opened_->index.database().back_up(to / kBackups);
} catch (...) {
  return base::caught();
}

Result<void> restore_registry(const std::string& backup, const std::string& folder) try {
  const std::filesystem::path backups = std::filesystem::path(backup) / kBackups;
  WHORL_RETURN_IF_ERROR(base::check_permitted(backup));
  if (!std::filesystem::exists(backups)) {
    return fail(ErrorCode::not_found,
                backup + ": contains no backups; whorl registry backup makes them");
  }
  WHORL_ASSIGN_OR_RETURN(const auto manifest, registry::load_manifest(backup));
  WHORL_ASSIGN_OR_RETURN(auto made, registry::NewRegistry::begin(folder));
  WHORL_RETURN_IF_ERROR(registry::Database::restore(backups, made.database()));
  return made.finish(manifest);
} catch (...) {
  return base::caught();
}

}  // namespace whorl

namespace whorl::internal::registry {
namespace {

constexpr unsigned kBackupsKept = 3;

}  // namespace

Result<void> Database::back_up(const std::filesystem::path& folder) const {
  WHORL_RETURN_IF_ERROR(check_address_space());
  rocksdb::BackupEngine* raw = nullptr;
  rocksdb::BackupEngineOptions options(folder.string());
  auto status = rocksdb::BackupEngine::Open(rocksdb::Env::Default(), options, &raw);
  const std::unique_ptr<rocksdb::BackupEngine> engine(raw);
  if (status.ok()) status = engine->CreateNewBackup(opened_->db.get(), true);
  if (status.ok()) status = engine->PurgeOldBackups(kBackupsKept);
  if (!status.ok()) return failed(status, folder);
  return {};
}

Result<void> Database::restore(const std::filesystem::path& backup,
                               const std::filesystem::path& folder) {
  WHORL_RETURN_IF_ERROR(check_address_space());
  rocksdb::BackupEngineReadOnly* raw = nullptr;
  rocksdb::BackupEngineOptions options(backup.string());
  auto status = rocksdb::BackupEngineReadOnly::Open(rocksdb::Env::Default(), options, &raw);
  const std::unique_ptr<rocksdb::BackupEngineReadOnly> engine(raw);
  if (status.ok()) status = engine->RestoreDBFromLatestBackup(folder.string(), folder.string());
  if (!status.ok()) return failed(status, backup);
  return {};
}

}  // namespace whorl::internal::registry
