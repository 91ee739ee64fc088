// Disjoint sets of documents, with path halving and union by size.
#pragma once

#include <numeric>
#include <utility>
#include <vector>

#include "cluster/records.h"

namespace whorl::clustering {

class UnionFind {
 public:
  // Each of `n` documents alone. 8 bytes a document.
  explicit UnionFind(std::size_t n) : parent_(n), size_(n, 1) {
    std::iota(parent_.begin(), parent_.end(), DocId{0});
  }

  // The same for all documents of a set. O(α(n)) amortised, as is all else.
  DocId find(DocId x) {
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }

  bool together(DocId a, DocId b) { return find(a) == find(b); }

  void unite(DocId a, DocId b) {
    a = find(a);
    b = find(b);
    if (a == b) return;
    if (size_[a] < size_[b]) std::swap(a, b);
    parent_[b] = a;
    size_[a] += size_[b];
  }

 private:
  std::vector<DocId> parent_;
  std::vector<std::uint32_t> size_;
};

}  // namespace whorl::clustering
