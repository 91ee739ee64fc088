#include "serve/open_api.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "serve/json_text.h"

namespace whorl::serve {
namespace {

using json = nlohmann::ordered_json;

constexpr std::string_view kClusterNumber =
    R"({"type":"integer","minimum":0,"maximum":4294967295})";
// A segment of a path. Slashes separate segments; NUL, "." and ".." are refused.
constexpr std::string_view kSegment = R"({"type":"string","pattern":"^[^./\\u0000][^/\\u0000]*$"})";
// The first bytes of a zip file, the only archive that application/octet-stream describes.
constexpr std::string_view kZip = R"({"type":"string","pattern":"^PK\\u0003\\u0004"})";

std::vector<std::string_view> names_in(std::string_view path) {
  std::vector<std::string_view> names;
  for (std::size_t at = path.find('{'); at != path.npos; at = path.find('{', at + 1)) {
    names.push_back(path.substr(at + 1, path.find('}', at) - at - 1));
  }
  return names;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return std::tolower(c); });
  return out;
}

json parameters_of(const Endpoint& endpoint) {
  json list = json::array();
  for (const std::string_view name : names_in(endpoint.path)) {
    list.push_back({{"name", name},
                    {"in", "path"},
                    {"required", true},
                    {"schema", parse_json(name == "number" ? kClusterNumber : kSegment)}});
  }
  for (const Parameter& parameter : endpoint.query) {
    list.push_back({{"name", parameter.name},
                    {"in", "query"},
                    {"required", parameter.required},
                    {"description", parameter.meaning},
                    {"schema", parse_json(parameter.schema)}});
  }
  return list;
}

json body_of(const Endpoint& endpoint) {
  const Body body = endpoint.body;
  const bool is_json = body == Body::json;
  json schema = {{"type", is_json ? "object" : "string"}};
  if (!endpoint.body_schema.empty()) schema = parse_json(endpoint.body_schema);
  const json described = {{"schema", schema}};
  json content = json::object();
  if (is_json) content["application/json"] = described;
  if (body == Body::text || body == Body::text_or_archive) content["text/plain"] = described;
  if (body == Body::file) content["text/csv"] = described;
  if (body == Body::archive || body == Body::text_or_archive || body == Body::file) {
    for (const char* const type : {"application/zip", "application/x-tar", "application/gzip"}) {
      content[type] = json::object();
    }
  }
  if (body == Body::archive) content["application/octet-stream"] = {{"schema", parse_json(kZip)}};
  if (body != Body::archive && !is_json) content["application/octet-stream"] = described;
  // An empty text is the same as none.
  const bool required = !endpoint.body_schema.empty() || !content.contains("text/plain");
  return {{"required", required}, {"content", std::move(content)}};
}

json answers_of(const Endpoint& endpoint) {
  const json object = {{"schema", {{"type", "object"}}}};
  const json content = {{std::string(endpoint.answers),
                         endpoint.answers == "application/json" ? object : json::object()}};
  json answers = {
      {std::to_string(endpoint.status), {{"description", "Done"}, {"content", content}}}};
  if (endpoint.body == Body::text_or_archive) {
    answers["202"] = {{"description", "An archive: a job"},
                      {"content", {{"application/json", object}}}};
  }
  answers["default"] = {{"$ref", "#/components/responses/problem"}};
  return answers;
}

json operation_of(const Endpoint& endpoint) {
  json operation = {{"summary", endpoint.summary},
                    {"parameters", parameters_of(endpoint)},
                    {"responses", answers_of(endpoint)}};
  if (endpoint.body != Body::none) operation["requestBody"] = body_of(endpoint);
  if (endpoint.role == Role::anyone) {
    operation["security"] = json::array();
  } else {
    json roles = {name_of(endpoint.role)};
    std::string words(name_of(endpoint.role));
    if (endpoint.or_role != Role::anyone) {
      roles.push_back(name_of(endpoint.or_role));
      words += " or " + std::string(name_of(endpoint.or_role));
    }
    operation["description"] = "Needs the role " + words + ".";
    operation["x-roles"] = std::move(roles);
  }
  return operation;
}

json components() {
  const json problem = {
      {"type", "object"},
      {"required", {"type", "title", "status", "detail"}},
      {"properties",
       {{"type", {{"type", "string"}}},
        {"title", {{"type", "string"}}},
        {"status", {{"type", "integer"}}},
        {"detail", {{"type", "string"}, {"description", "What is wrong and what to do"}}}}}};
  const json reference = {{"$ref", "#/components/schemas/problem"}};
  return {{"schemas", {{"problem", problem}}},
          {"responses",
           {{"problem",
             {{"description", "A problem document (RFC 9457)"},
              {"content", {{"application/problem+json", {{"schema", reference}}}}}}}}},
          {"securitySchemes", {{"token", {{"type", "http"}, {"scheme", "bearer"}}}}}};
}

}  // namespace

std::string open_api(std::span<const Endpoint> table) {
  json paths = json::object();
  for (const Endpoint& endpoint : table) {
    paths[std::string(endpoint.path)][lower(endpoint.method)] = operation_of(endpoint);
  }
  const json document = {
      {"openapi", "3.1.0"},
      {"info",
       {{"title", "whorl"},
        {"version", WHORL_VERSION},
        {"description",
         "Fingerprints of documents: find registered text, and compare submissions."}}},
      {"security", json::array({{{"token", json::array()}}})},
      {"paths", std::move(paths)},
      {"components", components()}};
  return json_text(document, 1) + "\n";
}

}  // namespace whorl::serve
