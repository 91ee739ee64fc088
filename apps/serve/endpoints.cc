// The table of all endpoints, and the endpoints about the service itself.
#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "serve/document_json.h"
#include "serve/endpoint.h"
#include "serve/entity_tag.h"
#include "serve/open_api.h"
#include "serve/problem.h"
#include "serve/service.h"

namespace whorl::serve {
namespace {

Response health(Service&, const Call&) { return {.body = "{\"status\":\"ok\"}\n"}; }

Response metrics(Service& service, const Call&) {
  return {.type = "text/plain; version=0.0.4", .body = service.metrics.text()};
}

Response description(Service&, const Call& call) {
  static const std::string document = open_api(endpoints());
  static const std::string tag = entity_tag(document);
  return tagged(call.request, {.body = document}, tag);
}

constexpr std::array kRoles = {Role::search, Role::submit, Role::judge, Role::admin};

// Tells a page what its caller may do, so that it can leave out the rest.
Response me(Service& service, const Call& call) {
  const Caller& caller = call.caller;
  if (caller.roles == 0) return problem(401, "send a token: Authorization: Bearer TOKEN");
  Json roles = Json::array();
  for (const Role role : kRoles) {
    if (caller.may(role)) roles.push_back(name_of(role));
  }
  const Limits& limits = service.options.limits;
  return {
      .body = written(
          {{"name", caller.name},
           {"owner", caller.owner},
           {"roles", std::move(roles)},
           {"limits",
            {{"body", limits.body}, {"upload", limits.upload}, {"keep_days", limits.keep_days}}}})};
}

constexpr Endpoint kServiceEndpoints[] = {
    {.method = "GET",
     .path = "/health",
     .role = Role::anyone,
     .summary = "Check that the service is running",
     .answer = health},
    {.method = "GET",
     .path = "/api/me",
     .role = Role::anyone,
     .summary = "Name, owner and roles of the caller's token, and limits; 401 without a token",
     .answer = me},
    {.method = "GET",
     .path = "/metrics",
     .role = Role::admin,
     .summary = "Metrics in the format of Prometheus",
     .answers = "text/plain",
     .answer = metrics},
    {.method = "GET",
     .path = "/openapi.json",
     .role = Role::anyone,
     .summary = "This description",
     .answer = description},
};

std::vector<Endpoint> all() {
  std::vector<Endpoint> table;
  for (const auto rows :
       {std::span<const Endpoint>(kServiceEndpoints), document_endpoints(), collection_endpoints(),
        measure_endpoints(), compare_endpoints(), job_endpoints(), review_endpoints(),
        trash_endpoints(), page_endpoints()}) {
    table.insert(table.end(), rows.begin(), rows.end());
  }
  return table;
}

}  // namespace

bool may_ask(const Caller& caller, const Endpoint& endpoint) {
  const bool has_other = endpoint.or_role != Role::anyone && caller.may(endpoint.or_role);
  return caller.may(endpoint.role) || has_other;
}

std::span<const Endpoint> endpoints() {
  static const std::vector<Endpoint> table = all();
  return table;
}

}  // namespace whorl::serve
