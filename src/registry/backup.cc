// Copies of a database and the way back.
#include <rocksdb/utilities/backup_engine.h>

#include "base/try.h"
#include "registry/database_options.h"
#include "registry/opened_database.h"

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
