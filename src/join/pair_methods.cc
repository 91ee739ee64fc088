#include "join/join_method.h"
#include "whorl/methods.h"

namespace whorl {

using namespace internal;

std::vector<PairMethod> pair_methods() {
  std::vector<PairMethod> all;
  for (const join::JoinMethodRow& row : join::join_methods()) {
    all.push_back({row.name, row.arguments, row.example, row.help, row.found, row.cost,
                   row.keeps == join::JoinKeeps::pairs, row.common, row.source, row.knows});
  }
  return all;
}

}  // namespace whorl
