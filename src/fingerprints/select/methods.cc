#include "whorl/methods.h"

#include "fingerprints/chunks/chunk_table.h"
#include "fingerprints/chunks/culling.h"
#include "fingerprints/select/select.h"
#include "tokens/methods.h"

namespace whorl {

using namespace internal;

Methods methods() {
  Methods all{tokens::front_end_methods(), {}, tokens::language_methods()};
  for (const select::Selector& row : select::selectors()) {
    SelectorMethod& method = all.selectors.emplace_back();
    method = {row.name, {}, row.guarantees, row.local, row.source};
    for (const select::Parameter& p : row.parameters) method.parameters.push_back(p.name);
  }
  for (const chunks::Chunking& row : chunks::chunkings()) {
    ChunkMethod& method = all.chunks.emplace_back();
    method = {row.name, {}, row.ends, row.source};
    for (const chunks::Parameter& p : row.parameters) method.parameters.push_back(p.name);
  }
  for (const chunks::Culling& row : chunks::cullings()) {
    all.cullings.push_back({row.name, row.keeps, row.source});
  }
  return all;
}

}  // namespace whorl
