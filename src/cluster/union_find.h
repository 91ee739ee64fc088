// Disjoint sets of documents, with path halving and union by size.
#pragma once

#include <numeric>
#include <utility>
#include <vector>

#include "store/records.h"

namespace whorl::internal::cluster {

class UnionFind {
 public:
  // Each of `n` documents alone. 8 bytes a document.
  explicit UnionFind(std::size_t n) : parent_(n), size_(n, 1) {
    std::iota(parent_.begin(), parent_.end(), store::DocId{0});
  }

  // The same for all documents of a set. O(α(n)) amortised, as is all else.
  store::DocId find(store::DocId x) {
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }

  bool together(store::DocId a, store::DocId b) { return find(a) == find(b); }

  void unite(store::DocId a, store::DocId b) {
    a = find(a);
    b = find(b);
    if (a == b) return;
    if (size_[a] < size_[b]) std::swap(a, b);
    parent_[b] = a;
    size_[a] += size_[b];
  }

 private:
  std::vector<store::DocId> parent_;
  std::vector<std::uint32_t> size_;
};

}  // namespace whorl::internal::cluster
