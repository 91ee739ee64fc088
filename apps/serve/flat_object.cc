#include "serve/flat_object.h"

#include <simdjson.h>

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

}  // namespace whorl::serve
