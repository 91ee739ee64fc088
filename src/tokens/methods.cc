#include "tokens/methods.h"

#include "tokens/code/language_table.h"
#include "tokens/front_ends.h"

namespace whorl::internal::tokens {

std::vector<FrontEndMethod> front_end_methods() {
  std::vector<FrontEndMethod> all;
  for (const FrontEnd& row : front_ends()) {
    all.push_back({row.name, row.arguments, row.version, row.drops, row.symbol, row.source,
                   row.noise, row.guarantee, row.window});
  }
  return all;
}

std::vector<LanguageMethod> language_methods() {
  std::vector<LanguageMethod> all;
  for (const code::Language* row : code::languages()) {
    all.push_back(
        {row->name, row->title, row->aliases, row->extensions, row->statements != nullptr});
  }
  for (const FrontEnd& row : front_ends()) {
    const Naming& naming = row.naming;
    if (naming.title.empty()) continue;
    all.push_back({row.name, naming.title, naming.aliases, naming.extensions, false});
  }
  return all;
}

}  // namespace whorl::internal::tokens
