#include "registry/many_values.h"

#include <sys/resource.h>

#include <algorithm>
#include <utility>

#include "base/parallel.h"

namespace whorl::internal::registry {
namespace {

constexpr std::size_t kKeysTogether = 32;  // keys, which RocksDB looks up together
constexpr unsigned kPartsWaiting = 16;     // parts that wait for the disk at the same time
// From so many waits for the keys of a part on, values are not in memory.
constexpr long kWaits = kKeysTogether / 4;

// How often the calling thread has given its processor away to wait for something.
long waits() {
  rusage usage = {};
  ::getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nvcsw;
}

}  // namespace

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

}  // namespace whorl::internal::registry
