// Database: what a registry keeps on disk, in RocksDB.
//
// Its tables are column families: facts of the whole (counts, the generation of the index),
// documents by number, numbers by the name of a document, numbers of removed documents, and the
// buckets of postings of the present generation. A write touches all of them at once or none.
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

inline constexpr std::string_view kIdentity = "identity";  // a fact

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

// The rows of a table in order of their keys.
class Walk {
 public:
  Walk(Walk&&) noexcept;
  ~Walk();

  // Whether there is another row, which is then the present one; false again and again at the end.
  Result<bool> next();
  // Of the present row, until the next call.
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
  // An empty one in a folder that is not there yet; `identity` is the fact of that name.
  static Result<void> create(const std::filesystem::path& folder, const std::string& identity);
  // One writer at a time: fails with invalid_argument where another process is at work. Readers see
  // what was acknowledged before they opened.
  static Result<Database> open(const std::filesystem::path& folder, Access access);
  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;
  ~Database();

  // False if it was opened for reading, or a write failed: what follows would fail too until the
  // database is opened anew.
  bool takes_writes() const;
  // Fails with disk_full if opening it for writing could fail for want of room.
  static Result<void> check_room(const std::filesystem::path& folder);

  Result<std::optional<std::string>> get(Table table, std::string_view key) const;
  // Calls take(i, value) for each of the keys that there is, in their order; the value is there
  // during the call. Keys that ascend are found faster.
  Result<void> visit(Table table, std::span<const std::string> keys,
                     const std::function<Result<void>(std::size_t, std::string_view)>& take) const;
  // A table as it is now, from a key on.
  Walk walk(Table table, std::string from = {}) const;

  void put(Changes& changes, Table table, std::string_view key, std::string_view value) const;
  void remove(Changes& changes, Table table, std::string_view key) const;
  // Appends a run to a bucket of postings.
  void append(Changes& changes, std::string_view bucket, std::string_view run) const;
  // All is on the disk when it returns.
  Result<void> commit(Changes changes);
  // Moves what was committed into sorted files, so that others open the registry fast.
  Result<void> settle();

  // A new table of postings, made of `next`, which gives buckets in order of their keys and nothing
  // at the end. It takes the place of the old one together with `changes`, to which `finish` adds
  // what is known when all were given.
  using Bucket = std::optional<std::pair<std::string, std::string>>;
  Result<void> replace_postings(const std::function<Result<Bucket>()>& next, Changes changes,
                                const std::function<void(Changes&)>& finish);
  // The tables that were replaced, and what was committed settles.
  Result<void> drop_replaced();

  // Compares every block with its checksum.
  Result<void> verify() const;
  // Into a folder of its own, which a later backup continues.
  Result<void> back_up(const std::filesystem::path& folder) const;
  static Result<void> restore(const std::filesystem::path& backup,
                              const std::filesystem::path& folder);
  std::uint64_t bytes_on_disk() const;
  // Changes with every commit of whoever writes.
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
