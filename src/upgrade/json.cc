#include <nlohmann/json.hpp>

#include "base/json.h"
#include "whorl/upgrade.h"

namespace whorl {

std::string to_json(const StoreUpgrade& upgrade) {
  const nlohmann::ordered_json all = {{"format", 1},
                                      {"done_before", upgrade.done_before},
                                      {"from", upgrade.from},
                                      {"to", upgrade.to},
                                      {"files", upgrade.files},
                                      {"bytes", upgrade.bytes}};
  return internal::base::json_text(all, 2) + "\n";
}

}  // namespace whorl
