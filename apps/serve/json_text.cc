#include "serve/json_text.h"

#include <nlohmann/json.hpp>

namespace whorl::serve {

using Json = nlohmann::ordered_json;

std::string json_text(const Json& value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Json parse_json(std::string_view text) { return Json::parse(text, nullptr, false); }

}  // namespace whorl::serve
