// Finds the documents with a name: a sorted file of <hash of id or url, document>, searched by
// bisection. Format: docs/format.md, "lookup".
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/external_sort.h"
#include "store/document_table.h"

namespace whorl::internal::store {

// Writes the file for all documents. O(n log n) time, the budget's memory.
Result<void> write_name_index(StoreFiles& files, const DocumentTable& documents,
                              const base::SortBudget& budget);

// Fails if the file differs from the result of write_name_index() for the documents.
Result<void> check_name_index(const StoreFiles& files, const DocumentTable& documents);

class NameIndex {
 public:
  static Result<NameIndex> open(const StoreFiles& files);

  // The documents whose id or url is `name`, ascending; O(log n) reads.
  Result<std::vector<DocId>> find(std::string_view name, const DocumentTable& documents) const;

 private:
  friend Result<void> check_name_index(const StoreFiles& files, const DocumentTable& documents);
  explicit NameIndex(std::unique_ptr<base::ReadableFile> file) : file_(std::move(file)) {}

  std::unique_ptr<base::ReadableFile> file_;
  std::uint64_t entries_ = 0;
};

}  // namespace whorl::internal::store
