// How RocksDB appends runs of postings to a bucket without reading it.
#pragma once

#include <memory>

namespace rocksdb {
class MergeOperator;
}

namespace whorl::internal::registry {

std::shared_ptr<rocksdb::MergeOperator> join_runs();

}  // namespace whorl::internal::registry
