// The whole table, and the endpoints of the service itself.
#include <vector>

#include "serve/endpoint.h"
#include "serve/open_api.h"
#include "serve/service.h"

namespace whorl::serve {
namespace {

Response health(Service&, const Call&) { return {.body = "{\"status\":\"ok\"}\n"}; }

Response metrics(Service& service, const Call&) {
  return {.type = "text/plain; version=0.0.4", .body = service.metrics.text()};
}

Response description(Service&, const Call&) {
  static const std::string document = open_api(endpoints());
  return {.body = document};
}

constexpr Endpoint kEndpoints[] = {
    {.method = "GET",
     .path = "/health",
     .role = Role::anyone,
     .summary = "Whether the service answers",
     .answer = health},
    {.method = "GET",
     .path = "/metrics",
     .role = Role::admin,
     .summary = "What it counts, as Prometheus reads it",
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
  for (const auto rows : {std::span<const Endpoint>(kEndpoints), document_endpoints(),
                          measure_endpoints(), job_endpoints(), page_endpoints()}) {
    table.insert(table.end(), rows.begin(), rows.end());
  }
  return table;
}

}  // namespace

std::span<const Endpoint> endpoints() {
  static const std::vector<Endpoint> table = all();
  return table;
}

}  // namespace whorl::serve
