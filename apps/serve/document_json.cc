#include "serve/document_json.h"

#include <nlohmann/json.hpp>

#include "serve/json_text.h"
#include "serve/url.h"

namespace whorl::serve {
namespace {

constexpr char kBetween = '\0';  // occurs in no code

DocumentCodes codes_in(const Json& hit) {
  return {hit.at("owner"), hit.at("group"), hit.at("name")};
}

}  // namespace

std::string written(const Json& json) { return json_text(json) + "\n"; }

Response json_response(const Json& json, unsigned status) {
  return {.status = status, .body = written(json)};
}

std::string id_of(const DocumentCodes& codes) {
  return spell(codes.owner + kBetween + codes.group + kBetween + codes.name);
}

std::optional<DocumentCodes> codes_of(std::string_view id) {
  const auto text = unspell(id);
  if (!text) return std::nullopt;
  const std::size_t first = text->find(kBetween);
  if (first == text->npos) return std::nullopt;
  const std::size_t second = text->find(kBetween, first + 1);
  if (second == text->npos || text->find(kBetween, second + 1) != text->npos) return std::nullopt;
  return DocumentCodes{text->substr(0, first), text->substr(first + 1, second - first - 1),
                       text->substr(second + 1)};
}

Json shown(const RegisteredDocument& document) {
  Json json = {{"id", id_of(document.codes)}};
  json.update(parse_json(to_json(document)));
  return json;
}

Json shown(const RegistryAnswer& answer, const Caller& caller) {
  Json json = parse_json(to_json(answer));
  for (Json& hit : json.at("hits")) {
    hit["id"] = id_of(codes_in(hit));
    if (caller.sees_all()) continue;
    for (const char* const figure : {"rare", "evidence"}) hit.erase(figure);
  }
  if (!caller.sees_all()) {
    for (const char* const figure : {"found", "common"}) json.erase(figure);
  }
  return json;
}

}  // namespace whorl::serve
