// A repeated passage as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "whorl/repeats.h"

namespace whorl::internal::repeats {

nlohmann::ordered_json json_of(const RepeatedPassage& passage);

}  // namespace whorl::internal::repeats
