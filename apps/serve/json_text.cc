#include "serve/json_text.h"

#include <simdjson.h>
#include <nlohmann/json.hpp>

namespace whorl::serve {

bool read_flat_object(
    std::string_view text,
    const std::function<bool(const std::string& key, std::string_view value)>& set) {
  const simdjson::padded_string padded(text);
  simdjson::ondemand::parser parser;
  simdjson::ondemand::document document;
  simdjson::ondemand::object object;
  if (parser.iterate(padded).get(document) || document.get_object().get(object)) return false;
  for (auto field : object) {
    std::string_view name, value;
    if (field.unescaped_key().get(name)) return false;
    const std::string key(name);
    if (field.value().get_string().get(value) || !set(key, value)) return false;
  }
  return document.current_location().error() == simdjson::OUT_OF_BOUNDS;
}

using Json = nlohmann::ordered_json;

std::string json_text(const Json& value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Json parse_json(std::string_view text) { return Json::parse(text, nullptr, false); }

}  // namespace whorl::serve
