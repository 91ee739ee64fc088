#include "whorl/phases.h"

#include <numeric>

#include "cluster/union_find.h"

namespace whorl::phases {

using namespace internal;

SurvivorLinkage::SurvivorLinkage(std::size_t documents) : taken_by_(documents) {
  std::iota(taken_by_.begin(), taken_by_.end(), std::uint32_t{0});
}

// A document is free until a survivor before it takes it; at its own rank it is settled.
void SurvivorLinkage::add(const RankedPair& pair) {
  const auto [survivor, other] = pair;
  if (taken_by_[survivor] == survivor && taken_by_[other] == other) taken_by_[other] = survivor;
}

std::vector<std::uint32_t> resolve_survivors(std::size_t documents,
                                             std::span<const RankedPair> pairs) {
  SurvivorLinkage linkage(documents);
  for (const RankedPair& pair : pairs) linkage.add(pair);
  return {linkage.survivors().begin(), linkage.survivors().end()};
}

std::vector<Document> connected_components(std::size_t documents, std::span<const Pair> pairs) {
  cluster::UnionFind components(documents);
  for (const Pair& pair : pairs) components.unite(pair.a, pair.b);
  return cluster::first_documents(components, documents);
}

}  // namespace whorl::phases
