#include "whorl/methods.h"

#include "canon/methods.h"
#include "feature/chunk_table.h"
#include "feature/culling.h"
#include "select/select.h"

namespace whorl {

using namespace internal;

Methods methods() {
  Methods all{canon::front_end_methods(), {}, canon::language_methods()};
  for (const select::Selector& row : select::selectors()) {
    SelectorMethod& method = all.selectors.emplace_back();
    method = {row.name, {}, row.guarantees, row.local, row.source};
    for (const select::Parameter& p : row.parameters) method.parameters.push_back(p.name);
  }
  for (const feature::Chunking& row : feature::chunkings()) {
    ChunkMethod& method = all.chunks.emplace_back();
    method = {row.name, {}, row.ends, row.source};
    for (const feature::Parameter& p : row.parameters) method.parameters.push_back(p.name);
  }
  for (const feature::Culling& row : feature::cullings()) {
    all.cullings.push_back({row.name, row.keeps, row.source});
  }
  return all;
}

}  // namespace whorl
