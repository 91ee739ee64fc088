// Disjoint sets of documents, with path halving and union by size.
#pragma once

#include <limits>
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

  // The same for all documents of a set. O(α(n)) amortised, like the other functions.
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

// The first document of each one's component. O(n α).
inline std::vector<store::DocId> first_documents(UnionFind& components, std::size_t documents) {
  constexpr store::DocId kNone = std::numeric_limits<store::DocId>::max();
  std::vector<store::DocId> first_of(documents, kNone);  // a set
  std::vector<store::DocId> firsts(documents);
  for (store::DocId doc = 0; doc < documents; ++doc) {
    store::DocId& first = first_of[components.find(doc)];
    if (first == kNone) first = doc;
    firsts[doc] = first;
  }
  return firsts;
}

}  // namespace whorl::internal::cluster
