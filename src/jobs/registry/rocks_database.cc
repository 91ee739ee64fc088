#include "jobs/registry/database.h"

#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "base/folder.h"
#include "base/parallel.h"
#include "base/try.h"
#include "jobs/registry/database_options.h"
#include "jobs/registry/opened_database.h"

namespace whorl::internal::registry {
namespace {

// ManyValues: the values of many keys at once.

// If values are on disk, many are requested at a time. If they are in memory, the calling thread
// gets them alone, some keys at a time, so that a value is used while it is in the cache.
class ManyValues {
 public:
  // Keys that ascend are found faster.
  ManyValues(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* table,
             std::span<const std::string> keys);

  // Gets at least the values up to this key.
  void reach(std::size_t key);
  const rocksdb::Status& status(std::size_t key) const { return statuses_[key]; }
  // Valid while this object lives, after reach().
  const rocksdb::Slice& operator[](std::size_t key) const { return values_[key]; }

 private:
  void get_from(std::size_t begin);

  rocksdb::DB& db_;
  rocksdb::ColumnFamilyHandle* table_;
  std::vector<rocksdb::Slice> keys_;
  bool ascend_;
  std::size_t got_ = 0;  // the first of them
  std::vector<rocksdb::PinnableSlice> values_;
  std::vector<rocksdb::Status> statuses_;
};

constexpr std::size_t kKeysTogether = 32;  // keys, which RocksDB looks up together
constexpr unsigned kPartsWaiting = 16;     // parts that wait for the disk at the same time

// If the keys of a part wait at least this often, their values are not in memory.
constexpr long kWaits = kKeysTogether / 4;

// How often the calling thread has given up its processor to wait.
long waits() {
  rusage usage = {};
  ::getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nvcsw;
}

ManyValues::ManyValues(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* table,
                       std::span<const std::string> keys)
    : db_(db),
      table_(table),
      keys_(keys.begin(), keys.end()),
      ascend_(std::is_sorted(keys.begin(), keys.end())),
      values_(keys.size()),
      statuses_(keys.size()) {}

void ManyValues::get_from(std::size_t begin) {
  const std::size_t count = std::min(kKeysTogether, keys_.size() - begin);
  db_.MultiGet(rocksdb::ReadOptions(), table_, count, &keys_[begin], &values_[begin],
               &statuses_[begin], ascend_);
}

void ManyValues::reach(std::size_t key) {
  while (got_ <= key) {
    const long before = waits();
    get_from(std::exchange(got_, std::min(got_ + kKeysTogether, keys_.size())));
    if (waits() - before < kWaits) continue;
    const std::size_t parts = (keys_.size() - got_ + kKeysTogether - 1) / kKeysTogether;
    base::parallel_for(parts, kPartsWaiting,
                       [&](std::size_t i) { get_from(got_ + i * kKeysTogether); });
    got_ = keys_.size();
  }
}

namespace fs = std::filesystem;

constexpr std::string_view kGeneration = "generation";
constexpr int kTries = 200;  // of a reader while a writer compacts files
constexpr auto kPause = std::chrono::milliseconds(10);
constexpr std::uintmax_t kSmallFiles = 1u << 20;  // that RocksDB writes when it opens a database

rocksdb::Slice slice_of(std::string_view bytes) { return {bytes.data(), bytes.size()}; }
std::string_view bytes_of(const rocksdb::Slice& bytes) { return {bytes.data(), bytes.size()}; }

Result<std::uint64_t> generation_of(rocksdb::DB& db, const fs::path& folder) {
  std::string text;
  const auto status = db.Get(rocksdb::ReadOptions(), slice_of(kGeneration), &text);
  if (!status.ok()) return failed(status, folder);
  std::uint64_t generation = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), generation);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) {
    return failed(rocksdb::Status::Corruption("no generation"), folder);
  }
  return generation;
}

// All existing tables, including those of other generations.
Result<std::vector<rocksdb::ColumnFamilyDescriptor>> tables_of(const fs::path& folder) {
  std::vector<std::string> names;
  const auto status = rocksdb::DB::ListColumnFamilies(database_options(), folder.string(), &names);
  if (!status.ok()) return failed(status, folder);
  std::vector<rocksdb::ColumnFamilyDescriptor> tables;
  for (const std::string& name : names) {
    Table table = Table::facts;
    for (const Table one : {Table::documents, Table::names, Table::removed}) {
      if (name == table_name(one, 0)) table = one;
    }
    if (name.starts_with("postings.")) table = Table::postings;
    tables.emplace_back(name, table_options(table));
  }
  return tables;
}

// Changes before a writer removes files that a reader may be about to read. An example is a log
// that was moved into sorted files; a reader that began before does not know these.
std::string state_of(const fs::path& folder) {
  std::ifstream current = base::open_regular_file(folder / "CURRENT");
  std::string manifest;
  std::getline(current, manifest);
  std::error_code ignored;
  return manifest + ' ' + std::to_string(fs::file_size(folder / manifest, ignored));
}

// RocksDB would block on a pipe until a process writes to it.
Result<void> check_files(const fs::path& folder) {
  for (const std::string& name : base::names_in(folder)) {
    std::error_code gone;
    const fs::file_status status = fs::symlink_status(folder / name, gone);
    if (gone || fs::is_regular_file(status) || fs::is_directory(status)) continue;
    return fail(ErrorCode::corrupt, (folder / name).string() +
                                        ": is not a regular file; restore a backup of the "
                                        "registry (whorl registry restore)");
  }
  return {};
}

}  // namespace

Changes::Changes() : batch_(std::make_unique<rocksdb::WriteBatch>()) {}
Changes::Changes(Changes&&) noexcept = default;
Changes& Changes::operator=(Changes&&) noexcept = default;
Changes::~Changes() = default;

Database::Database(std::unique_ptr<Opened> opened) : opened_(std::move(opened)) {}
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;
Database::~Database() = default;

Database::Opened::~Opened() {
  for (rocksdb::ColumnFamilyHandle* handle : handles) db->DestroyColumnFamilyHandle(handle);
  if (db) db->Close();
}

rocksdb::ColumnFamilyHandle* Database::Opened::table(Table table) const {
  const std::string name = table_name(table, generation);
  for (rocksdb::ColumnFamilyHandle* handle : handles) {
    if (handle->GetName() == name) return handle;
  }
  return nullptr;
}

Result<void> Database::create(const fs::path& folder, const std::string& identity) {
  WHORL_RETURN_IF_ERROR(check_address_space());
  rocksdb::Options options(database_options(), table_options(Table::facts));
  options.create_if_missing = true;
  options.error_if_exists = true;
  Opened made;
  made.folder = folder;
  rocksdb::DB* db = nullptr;
  auto status = rocksdb::DB::Open(options, folder.string(), &db);
  made.db.reset(db);
  for (const Table table : {Table::documents, Table::names, Table::removed, Table::postings}) {
    if (!status.ok()) break;
    rocksdb::ColumnFamilyHandle* handle = nullptr;
    status = db->CreateColumnFamily(table_options(table), table_name(table, 0), &handle);
    if (status.ok()) made.handles.push_back(handle);
  }
  if (status.ok()) {
    rocksdb::WriteOptions durable;
    durable.sync = true;
    rocksdb::WriteBatch facts;
    status = facts.Put(slice_of(kGeneration), "0");
    if (status.ok()) status = facts.Put(slice_of(kIdentity), identity);
    if (status.ok()) status = db->Write(durable, &facts);
  }
  if (!status.ok()) return failed(status, folder);
  return {};
}

Result<std::unique_ptr<Database::Opened>> Database::Opened::open(const fs::path& folder,
                                                                 Access access) {
  WHORL_RETURN_IF_ERROR(check_files(folder));
  if (access == Access::write) WHORL_RETURN_IF_ERROR(check_address_space());
  WHORL_ASSIGN_OR_RETURN(const auto tables, tables_of(folder));
  auto opened = std::make_unique<Opened>();
  opened->folder = folder;
  opened->access = access;
  rocksdb::DBOptions options = database_options();
  opened->env = rocksdb::NewCompositeEnv(
      std::make_shared<KeptFiles>(options.env->GetFileSystem(), opened->failed_writes));
  options.env = opened->env.get();
  options.listeners.push_back(opened->failed_writes);
  rocksdb::DB* db = nullptr;
  const auto status =
      access == Access::write
          ? rocksdb::DB::Open(options, folder.string(), tables, &opened->handles, &db)
          : rocksdb::DB::OpenForReadOnly(options, folder.string(), tables, &opened->handles, &db);
  opened->db.reset(db);
  if (!status.ok()) return failed(status, folder);
  WHORL_ASSIGN_OR_RETURN(opened->generation, generation_of(*db, folder));
  if (access == Access::write) WHORL_RETURN_IF_ERROR(opened->drop_other_generations());
  for (std::size_t i = 0; i < kTables; ++i) {
    if (opened->table(static_cast<Table>(i)) == nullptr) {
      return failed(rocksdb::Status::Corruption("a table is missing"), folder);
    }
  }
  return opened;
}

// Removes the tables that an unfinished compaction left.
Result<void> Database::Opened::drop_other_generations() {
  const std::string present = table_name(Table::postings, generation);
  const auto is_other = [&](rocksdb::ColumnFamilyHandle* handle) {
    return handle->GetName().starts_with("postings.") && handle->GetName() != present;
  };
  rocksdb::Status status;
  std::erase_if(handles, [&](rocksdb::ColumnFamilyHandle* handle) {
    if (!status.ok() || !is_other(handle)) return false;
    status = db->DropColumnFamily(handle);
    db->DestroyColumnFamilyHandle(handle);
    return true;
  });
  return written(status);
}

Result<void> Database::Opened::written(const rocksdb::Status& status) {
  if (status.ok()) return {};
  failed_writes->note();
  return failed(status, folder);
}

Result<void> Database::Opened::check_takes_writes() const {
  if (!failed_writes->any()) return {};
  return failed(rocksdb::Status::IOError("an earlier write failed; open the registry again"),
                folder);
}

bool Database::takes_writes() const {
  return opened_->access == Access::write && !opened_->failed_writes->any();
}

// Opening writes the data in the logs to sorted files, which needs disk space.
Result<void> Database::check_room(const fs::path& folder) {
  std::error_code ignored;
  std::uintmax_t needed = kSmallFiles;
  for (const std::string& name : base::names_in(folder)) {
    if (name.ends_with(".log")) needed += 2 * fs::file_size(folder / name, ignored);
  }
  if (fs::space(folder, ignored).available >= needed) return {};
  return failed(rocksdb::Status::NoSpace(), folder);
}

Result<Database> Database::open(const fs::path& folder, Access access) {
  const auto open = [&]() -> Result<Database> {
    WHORL_ASSIGN_OR_RETURN(auto opened, Opened::open(folder, access));
    return Database(std::move(opened));
  };
  if (access == Access::write) return open();
  for (int tries = 1;; ++tries) {
    const std::string before = state_of(folder);
    auto database = open();
    if (before == state_of(folder) || tries == kTries) return database;
    std::this_thread::sleep_for(kPause);
  }
}

Result<std::optional<std::string>> Database::get(Table table, std::string_view key) const {
  std::string value;
  const auto status =
      opened_->db->Get(rocksdb::ReadOptions(), opened_->table(table), slice_of(key), &value);
  if (status.IsNotFound()) return std::nullopt;
  if (!status.ok()) return failed(status, opened_->folder);
  return value;
}

Result<void> Database::visit(
    Table table, std::span<const std::string> keys,
    const std::function<Result<void>(std::size_t, std::string_view)>& take) const {
  ManyValues values(*opened_->db, opened_->table(table), keys);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    values.reach(i);
    const rocksdb::Status& status = values.status(i);
    if (status.IsNotFound()) continue;
    if (!status.ok()) return failed(status, opened_->folder);
    WHORL_RETURN_IF_ERROR(take(i, bytes_of(values[i])));
  }
  return {};
}

Walk::Walk(std::unique_ptr<rocksdb::Iterator> at, std::string from, fs::path folder)
    : at_(std::move(at)), from_(std::move(from)), folder_(std::move(folder)) {}
Walk::Walk(Walk&&) noexcept = default;
Walk::~Walk() = default;

Result<bool> Walk::next() {
  if (!begun_) {
    at_->Seek(slice_of(from_));
    begun_ = true;
  } else if (at_->Valid()) {
    at_->Next();
  }
  if (!at_->status().ok()) return failed(at_->status(), folder_);
  return at_->Valid();
}

std::string_view Walk::key() const { return bytes_of(at_->key()); }
std::string_view Walk::value() const { return bytes_of(at_->value()); }

Walk Database::walk(Table table, std::string from) const {
  rocksdb::ReadOptions all;
  all.fill_cache = false;
  return {std::unique_ptr<rocksdb::Iterator>(opened_->db->NewIterator(all, opened_->table(table))),
          std::move(from), opened_->folder};
}

void Database::put(Changes& changes, Table table, std::string_view key,
                   std::string_view value) const {
  changes.batch_->Put(opened_->table(table), slice_of(key), slice_of(value));
}

void Database::remove(Changes& changes, Table table, std::string_view key) const {
  changes.batch_->Delete(opened_->table(table), slice_of(key));
}

void Database::append(Changes& changes, std::string_view bucket, std::string_view run) const {
  changes.batch_->Merge(opened_->table(Table::postings), slice_of(bucket), slice_of(run));
}

Result<void> Database::commit(Changes changes) {
  WHORL_RETURN_IF_ERROR(opened_->check_takes_writes());
  rocksdb::WriteOptions durable;
  durable.sync = true;
  return opened_->written(opened_->db->Write(durable, changes.batch_.get()));
}

Result<void> Database::settle() {
  WHORL_RETURN_IF_ERROR(opened_->check_takes_writes());
  return opened_->written(opened_->db->Flush(rocksdb::FlushOptions(), opened_->handles));
}

Result<void> Database::replace_postings(const std::function<Result<Bucket>()>& next,
                                        Changes changes,
                                        const std::function<void(Changes&)>& finish) {
  WHORL_RETURN_IF_ERROR(opened_->check_takes_writes());
  const std::uint64_t generation = opened_->generation + 1;
  WHORL_ASSIGN_OR_RETURN(rocksdb::ColumnFamilyHandle* const made,
                         opened_->add_postings(generation, next));
  opened_->handles.push_back(made);
  put(changes, Table::facts, kGeneration, std::to_string(generation));
  finish(changes);
  WHORL_RETURN_IF_ERROR(commit(std::move(changes)));
  opened_->generation = generation;
  return {};
}

Result<void> Database::drop_replaced() {
  WHORL_RETURN_IF_ERROR(opened_->drop_other_generations());
  return settle();
}

Result<void> Database::verify() const {
  const auto status = opened_->db->VerifyChecksum();
  if (!status.ok()) return failed(status, opened_->folder);
  return {};
}

// The manifest names the sorted files; later commits are in the logs.
std::string Database::state_of(const fs::path& folder) {
  std::string state = registry::state_of(folder);
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.path().extension() != ".log") continue;
    state +=
        ' ' + entry.path().filename().string() + ' ' + std::to_string(entry.file_size(ignored));
  }
  return state;
}

std::uint64_t Database::bytes_on_disk() const {
  std::uint64_t bytes = 0;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(opened_->folder, ignored)) {
    if (entry.is_regular_file(ignored)) bytes += entry.file_size(ignored);
  }
  return bytes;
}

std::string number_key(std::uint32_t number) {
  std::string key(4, '\0');
  for (unsigned i = 0; i < 4; ++i) key[i] = static_cast<char>(number >> (24 - 8 * i));
  return key;
}

std::string hash_key(const base::Hash128& hash) {
  std::string key;
  for (const std::uint64_t half : {hash.high, hash.low}) {
    for (unsigned i = 0; i < 8; ++i) key.push_back(static_cast<char>(half >> (56 - 8 * i)));
  }
  return key;
}

std::optional<std::uint32_t> number_of_key(std::string_view key) {
  if (key.size() != 4) return std::nullopt;
  std::uint32_t number = 0;
  for (const char byte : key) number = number << 8 | static_cast<std::uint8_t>(byte);
  return number;
}

}  // namespace whorl::internal::registry
