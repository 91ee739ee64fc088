// The contents of a store as JSON, in the form of `whorl query --json`.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>

#include "whorl/store.h"

namespace whorl::serve {

nlohmann::ordered_json shown(const ComparedDocument& document);
nlohmann::ordered_json shown(const NameGroup& group);
nlohmann::ordered_json shown(const StoredPassage& passage);
// Shows the first `most` members; `size` counts all of them.
nlohmann::ordered_json shown(const StoredCluster& cluster, std::size_t most);

}  // namespace whorl::serve
