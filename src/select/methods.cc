#include "whorl/methods.h"

#include "canon/methods.h"
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
  return all;
}

}  // namespace whorl
