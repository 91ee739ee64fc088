#include "base/json.h"

#include <nlohmann/json.hpp>

namespace whorl::internal::base {
namespace {

template <class Json>
std::string text_of(const Json& value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

template <class Json>
Json parsed(std::string_view text) {
  return Json::parse(text, nullptr, /*allow_exceptions=*/false);
}

}  // namespace

std::string json_text(const nlohmann::json& value, int indent) { return text_of(value, indent); }

std::string json_text(const nlohmann::ordered_json& value, int indent) {
  return text_of(value, indent);
}

nlohmann::json parse_json(std::string_view text) { return parsed<nlohmann::json>(text); }

nlohmann::ordered_json parse_ordered_json(std::string_view text) {
  return parsed<nlohmann::ordered_json>(text);
}

}  // namespace whorl::internal::base
