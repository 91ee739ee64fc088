#include "whorl/methods.h"

#include "canon/front_ends.h"
#include "canon/language.h"
#include "select/select.h"

namespace whorl {

using namespace internal;

Methods methods() {
  Methods all;
  for (const canon::FrontEnd& row : canon::front_ends()) {
    all.front_ends.push_back({row.name, row.arguments, row.version, row.drops, row.symbol,
                              row.source, row.noise, row.guarantee, row.window});
  }
  for (const select::Selector& row : select::selectors()) {
    all.selectors.push_back({row.name, row.parameters, row.guarantees, row.local, row.source});
  }
  for (const canon::LanguageName& row : canon::language_names()) {
    all.languages.push_back({row.name, row.title, row.aliases, row.extensions});
  }
  return all;
}

}  // namespace whorl
