// Database: a registry's data on disk, in RocksDB.
//
// Its tables are column families: facts of the whole (counts, the generation of the index),
// documents by number, numbers by the name of a document, numbers of removed documents, and the
// buckets of postings of the current generation. A write is atomic over all of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash128.h"
#include "whorl/result.h"

namespace rocksdb {
class ColumnFamilyHandle;
class DB;
class Iterator;
class Slice;
class Status;
class WriteBatch;
}  // namespace rocksdb

namespace whorl::internal::registry {

inline constexpr std::string_view kIdentity = "identity";  // name of a fact

enum class Table { facts, documents, names, removed, postings };
inline constexpr std::size_t kTables = 5;

enum class Access { read, write };

// Changes that are made together.
class Changes {
 public:
  Changes();
  Changes(Changes&&) noexcept;
  Changes& operator=(Changes&&) noexcept;
  ~Changes();

 private:
  friend class Database;
  std::unique_ptr<rocksdb::WriteBatch> batch_;
};

// Reads the rows of a table in order of their keys.
class Walk {
 public:
  Walk(Walk&&) noexcept;
  ~Walk();

  // Moves to the next row; false at the end, also in further calls.
  Result<bool> next();
  // Of the current row, valid until the next call.
  std::string_view key() const;
  std::string_view value() const;

 private:
  friend class Database;
  Walk(std::unique_ptr<rocksdb::Iterator> at, std::string from, std::filesystem::path folder);

  std::unique_ptr<rocksdb::Iterator> at_;
  std::string from_;
  std::filesystem::path folder_;
  bool begun_ = false;
};

class Database {
 public:
  // Creates an empty one in a folder that does not exist yet; `identity` is the value of that fact.
  static Result<void> create(const std::filesystem::path& folder, const std::string& identity);
  // One writer at a time: fails with invalid_argument if another process has it open for writing.
  // Readers see the writes that were acknowledged before they opened it.
  static Result<Database> open(const std::filesystem::path& folder, Access access);
  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;
  ~Database();

  // False if it was opened for reading, or if a write failed: later writes would fail too until the
  // database is opened again.
  bool takes_writes() const;
  // Fails with disk_full if opening it for writing could fail for lack of disk space.
  static Result<void> check_room(const std::filesystem::path& folder);

  Result<std::optional<std::string>> get(Table table, std::string_view key) const;
  // Calls take(i, value) for each of the keys that exists, in their order; the value is valid
  // during the call. Ascending keys are found faster.
  Result<void> visit(Table table, std::span<const std::string> keys,
                     const std::function<Result<void>(std::size_t, std::string_view)>& take) const;
  // A table in its current state, from a key on.
  Walk walk(Table table, std::string from = {}) const;

  void put(Changes& changes, Table table, std::string_view key, std::string_view value) const;
  void remove(Changes& changes, Table table, std::string_view key) const;
  // Appends a run to a bucket of postings.
  void append(Changes& changes, std::string_view bucket, std::string_view run) const;
  // When it returns, all is on the disk.
  Result<void> commit(Changes changes);
  // Moves committed data into sorted files, so that other processes open the registry fast.
  Result<void> settle();

  // A new table of postings from `next`, which returns buckets in order of their keys and nothing
  // at the end. It replaces the old one atomically together with `changes`; `finish` adds changes
  // that are known only at the end.
  using Bucket = std::optional<std::pair<std::string, std::string>>;
  Result<void> replace_postings(const std::function<Result<Bucket>()>& next, Changes changes,
                                const std::function<void(Changes&)>& finish);
  // Removes the replaced tables, and moves committed data into sorted files.
  Result<void> drop_replaced();

  // Compares every block with its checksum.
  Result<void> verify() const;
  // Writes a backup into its own folder; a later backup continues it.
  Result<void> back_up(const std::filesystem::path& folder) const;
  static Result<void> restore(const std::filesystem::path& backup,
                              const std::filesystem::path& folder);
  std::uint64_t bytes_on_disk() const;
  // Changes with every commit of a writer.
  static std::string state_of(const std::filesystem::path& folder);

 private:
  struct Opened;
  explicit Database(std::unique_ptr<Opened> opened);
  std::unique_ptr<Opened> opened_;
};

// A number as a key: the order of keys is that of numbers.
std::string number_key(std::uint32_t number);
std::optional<std::uint32_t> number_of_key(std::string_view key);
// A hash as a key: 16 bytes, big-endian.
std::string hash_key(const base::Hash128& hash);

}  // namespace whorl::internal::registry
