#include "serve/trash.h"

#include <nlohmann/json.hpp>

#include <limits>

#include "serve/invalid.h"
#include "serve/job.h"
#include "serve/job_access.h"
#include "serve/json_text.h"
#include "serve/problem.h"
#include "serve/service.h"
#include "serve/time.h"

namespace whorl::serve {
namespace {

std::string until(const Service& service, std::int64_t since) {
  return spelled(since + static_cast<std::int64_t>(service.options.limits.trash_seconds));
}

Json reports_in_trash(Service& service, const Call& call) {
  Json reports = Json::array();
  for (const Job& job : service.jobs.all_erased()) {
    if (!may_see(call.caller, job)) continue;
    Json report = parse_json(shown(job));
    report["until"] = until(service, job.erased);
    reports.push_back(std::move(report));
  }
  return reports;
}

Result<Json> documents_in_trash(Service& service, const Call& call) {
  const auto found = service.registry.read(
      [](const Registry& registry) { return registry.documents_set_aside(); });
  if (!found) return tl::unexpected(found.error());
  Json documents = Json::array();
  for (const DocumentSetAside& one : *found) {
    if (!call.caller.sees(one.document.codes.owner)) continue;
    Json document = shown(one.document);
    document["removed"] = spelled(one.since);
    document["until"] = until(service, one.since);
    documents.push_back(std::move(document));
  }
  return documents;
}

Response list_trash(Service& service, const Call& call) {
  auto documents = documents_in_trash(service, call);
  if (!documents) return problem(documents.error());
  return json_response(
      {{"reports", reports_in_trash(service, call)}, {"documents", *std::move(documents)}});
}

Response empty_trash(Service& service, const Call&) {
  const auto forgotten = service.registry.change(
      [](Registry& registry) { return registry.forget(std::numeric_limits<std::int64_t>::max()); });
  if (!forgotten) return problem(forgotten.error());
  return json_response({{"reports", service.jobs.empty_trash()}, {"documents", *forgotten}});
}

constexpr Endpoint kTrashEndpoints[] = {
    {.method = "GET",
     .path = "/api/trash",
     .role = Role::submit,
     .summary = "List erased reports and removed documents, and how long each can be restored",
     .answer = list_trash},
    {.method = "DELETE",
     .path = "/api/trash",
     .role = Role::admin,
     .summary = "Empty the trash of all owners; cannot be undone",
     .answer = empty_trash},
};

}  // namespace

Result<bool> is_now(const Request& request) {
  const std::string& now = request.asked("now");
  if (now.empty() || now == "false") return false;
  if (now == "true") return true;
  return invalid("'now' is true or false");
}

Json removed(const Service& service, std::int64_t since) {
  Json json = {{"removed", 1}};
  if (since != 0) json["until"] = until(service, since);
  return json;
}

std::span<const Endpoint> trash_endpoints() { return kTrashEndpoints; }

}  // namespace whorl::serve
