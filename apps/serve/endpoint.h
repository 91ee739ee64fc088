// Endpoints: the table that routes requests, checks roles, and from which the OpenAPI document is
// generated. A new endpoint is one row.
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
  std::vector<std::string> arguments;  // what stands where the path has {…}
};

// `text_or_archive`: by the media type; archives, and files of any kind, are streamed to
// Request::upload.
enum class Body { none, text, json, archive, text_or_archive, file };

struct Parameter {
  std::string_view name;
  std::string_view meaning;
  std::string_view schema = R"({"type":"string"})";
  bool required = false;
};

struct Endpoint {
  std::string_view method;
  std::string_view path;  // segments, {name} for any one
  Role role;
  Role or_role = Role::anyone;  // is sufficient, too; anyone: there is no second role
  Body body = Body::none;
  std::string_view summary;
  std::span<const Parameter> query = {};
  std::string_view answers = "application/json";  // media type
  unsigned status = 200;
  Response (*answer)(Service& service, const Call& call);
};

// Whether the caller has a role that the endpoint asks for.
bool may_ask(const Caller& caller, const Endpoint& endpoint);

std::span<const Endpoint> endpoints();

std::span<const Endpoint> document_endpoints();
std::span<const Endpoint> collection_endpoints();
std::span<const Endpoint> measure_endpoints();
std::span<const Endpoint> compare_endpoints();
std::span<const Endpoint> job_endpoints();
std::span<const Endpoint> review_endpoints();
std::span<const Endpoint> page_endpoints();

}  // namespace whorl::serve
