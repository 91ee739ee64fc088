// A RegistryAnswer out of the JSON that to_json() made of it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "whorl/registry.h"

namespace whorl::serve {

// Nothing where it is none.
std::optional<RegistryAnswer> parse_answer(const nlohmann::ordered_json& json);

}  // namespace whorl::serve
