#include "registry/join_runs.h"

#include <rocksdb/merge_operator.h>

namespace whorl::internal::registry {
namespace {

// A bucket is its runs one after the other, so any operands join to one.
class JoinRuns final : public rocksdb::MergeOperator {
 public:
  const char* Name() const override { return "whorl.join_runs"; }

  bool FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const override {
    out->new_value.clear();  // that of another key may be in it
    if (in.existing_value != nullptr) out->new_value = in.existing_value->ToString();
    for (const rocksdb::Slice& run : in.operand_list) out->new_value.append(run.data(), run.size());
    return true;
  }

  bool PartialMergeMulti(const rocksdb::Slice&, const std::deque<rocksdb::Slice>& runs,
                         std::string* joined, rocksdb::Logger*) const override {
    joined->clear();
    for (const rocksdb::Slice& run : runs) joined->append(run.data(), run.size());
    return true;
  }
};

}  // namespace

std::shared_ptr<rocksdb::MergeOperator> join_runs() { return std::make_shared<JoinRuns>(); }

}  // namespace whorl::internal::registry
