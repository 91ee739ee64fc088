// Lists of hashes, checked and summed.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "store/shingle_index.h"
#include "store/sketch_file.h"
#include "store/store_files.h"
#include "whorl/progress.h"

namespace whorl::internal::check {

// Where a list stands in its file, in hashes, and what each of it is a multiple of.
struct HashList {
  std::uint64_t offset = 0;
  std::uint64_t count = 0;
  std::uint64_t modulus = 1;
};

// Names a set of hashes, in whatever order it comes.
struct HashSum {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;
  void add(std::uint64_t hash);
  bool operator==(const HashSum&) const = default;
};

class HashLists {
 public:
  static Result<HashLists> open(const store::StoreFiles& files, const char* name);
  std::uint64_t size() const { return size_; }
  // Hashes ascend and are multiples of the modulus.
  Result<void> check(const HashList& list);
  Result<HashSum> sum(const HashList& list);

 private:
  HashLists(store::HashListReader lists, std::uint64_t size)
      : lists_(std::move(lists)), size_(size) {}
  store::HashListReader lists_;
  std::uint64_t size_;
  std::vector<std::uint64_t> hashes_;
};

// Documents or versions from `begin` up to `end`.
struct DocRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// The shingles of each in an index that is of them alone, and in order.
Result<std::vector<HashSum>> sums_of_postings(const store::ShingleIndex& index, DocRange docs,
                                              const Progress& progress);

}  // namespace whorl::internal::check
