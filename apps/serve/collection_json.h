// What a store knows, as JSON: as `whorl query --json` prints it.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>

#include "whorl/store.h"

namespace whorl::serve {

nlohmann::ordered_json shown(const ComparedDocument& document);
nlohmann::ordered_json shown(const NameGroup& group);
nlohmann::ordered_json shown(const StoredPassage& passage);
// Its first members; `size` counts all.
nlohmann::ordered_json shown(const StoredCluster& cluster, std::size_t most);

}  // namespace whorl::serve
