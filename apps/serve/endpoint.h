// Endpoints: the table that routes requests, checks roles, and generates the OpenAPI document. A
// new endpoint is one row.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "serve/message.h"
#include "serve/tokens.h"

namespace whorl::serve {

struct Service;

// A request that may be answered.
struct Call {
  const Request& request;
  const Caller& caller;
  std::vector<std::string> arguments;  // the segments of the path that match {…}
};

// `text_or_archive`: decided by the media type. Archives, and files of any kind, are streamed to
// Request::upload.
enum class Body { none, text, json, archive, text_or_archive, file };

// JSON schemas of parameters. No parameter may contain a NUL.
inline constexpr std::string_view kAnyText = R"({"type":"string","pattern":"^[^\\u0000]*$"})";
inline constexpr std::string_view kSomeText = R"({"type":"string","pattern":"^[^\\u0000]+$"})";
inline constexpr std::string_view kDate = R"({"type":"string","format":"date"})";

struct Parameter {
  std::string_view name;
  std::string_view meaning;
  std::string_view schema = kAnyText;
  bool required = false;
};

struct Endpoint {
  std::string_view method;
  std::string_view path;  // segments; {name} matches any
  Role role;
  Role or_role = Role::anyone;  // this role is also sufficient; `anyone` if there is none
  Body body = Body::none;
  std::string_view body_schema = {};  // JSON schema, unless the body is an archive; empty: any
  std::string_view summary;
  std::span<const Parameter> query = {};
  std::string_view answers = "application/json";  // media type
  unsigned status = 200;
  Response (*answer)(Service& service, const Call& call);
};

// True if the caller has a role that the endpoint accepts.
bool may_ask(const Caller& caller, const Endpoint& endpoint);

std::span<const Endpoint> endpoints();

std::span<const Endpoint> document_endpoints();
std::span<const Endpoint> collection_endpoints();
std::span<const Endpoint> measure_endpoints();
std::span<const Endpoint> compare_endpoints();
std::span<const Endpoint> job_endpoints();
std::span<const Endpoint> review_endpoints();
std::span<const Endpoint> trash_endpoints();
std::span<const Endpoint> page_endpoints();

}  // namespace whorl::serve
