// ManyValues: the values of many keys at once.
#pragma once

#include <rocksdb/db.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace whorl::internal::registry {

// Where a disk has to be waited for, it is asked for many values at a time: what is in memory is
// got by the calling thread alone, some keys at a time, that a value is looked at while the
// processor has it near.
class ManyValues {
 public:
  // Keys that ascend are found faster.
  ManyValues(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* table,
             std::span<const std::string> keys);

  // Gets at least the values up to this key.
  void reach(std::size_t key);
  const rocksdb::Status& status(std::size_t key) const { return statuses_[key]; }
  // While this is there; once it was reached.
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

}  // namespace whorl::internal::registry
