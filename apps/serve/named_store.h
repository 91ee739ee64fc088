// A store that the service shows, and what it is called there.
#pragma once

#include <string>
#include <string_view>

#include "whorl/result.h"

namespace whorl::serve {

struct NamedStore {
  std::string name;
  std::string path;
};

// "NAME=PATH", as --store has it.
Result<NamedStore> parse_store(std::string_view text);

}  // namespace whorl::serve
