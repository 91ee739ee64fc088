// Endpoints of collections: the clusters of a document, documents similar to a text, and a ranked
// list by clusters; also where the content of a dead URL is found, and the history of a page
// (Broder 1997, applications).
#include <nlohmann/json.hpp>
#include <sstream>

#include "serve/collection_json.h"
#include "serve/document_json.h"
#include "serve/document_text.h"
#include "serve/endpoint.h"
#include "serve/problem.h"
#include "serve/service.h"
#include "serve/url.h"
#include "whorl/sweep.h"

namespace whorl::serve {
namespace {

constexpr std::uint32_t kMostNames = 100'000;  // in a ranked list
constexpr std::uint32_t kMostMembers = 10'000;
constexpr std::uint32_t kMostMatches = 1000;

using Collection = Collections::Collection;

Response of_other_kind(CollectionKind kind) {
  return kind == CollectionKind::sweeps
             ? problem(422, "this collection contains sweeps; use moved or life")
             : problem(422, "this collection contains clusters; use clusters, similar or group");
}

// Calls `work` with the collection that the path names, if it is of this kind.
Response with_collection(Service& service, const Call& call, CollectionKind kind,
                         const auto& work) {
  const Collection* const collection = service.collections.find(call.arguments.front());
  if (collection == nullptr) {
    return problem(404, "there is no such collection; GET /api/collections lists them");
  }
  return collection->kind == kind ? work(*collection) : of_other_kind(collection->kind);
}

Response with_store(Service& service, const Call& call, const auto& work) {
  return with_collection(service, call, CollectionKind::clusters, [&](const Collection& one) {
    const auto reader = service.collections.reader(one);
    return reader ? work(**reader) : problem(reader.error());
  });
}

Json list_of(const auto& items, const auto&... more) {
  Json list = Json::array();
  for (const auto& item : items) list.push_back(shown(item, more...));
  return list;
}

Result<Json> described(Service& service, const std::string& name, const Collection& one) {
  if (one.kind == CollectionKind::sweeps) {
    const auto dates = sweep_dates(one.path);
    if (!dates) return tl::unexpected(dates.error());
    return Json{{"name", name}, {"kind", "sweeps"}, {"sweeps", *dates}};
  }
  const auto reader = service.collections.reader(one);
  if (!reader) return tl::unexpected(reader.error());
  return Json{{"name", name},
              {"kind", "clusters"},
              {"documents", (*reader)->documents()},
              {"clusters", (*reader)->clusters()}};
}

Response list_collections(Service& service, const Call&) {
  Json all = Json::array();
  for (const auto& [name, collection] : service.collections.all()) {
    auto one = described(service, name, collection);
    if (!one) return problem(one.error());
    all.push_back(*std::move(one));
  }
  return json_response({{"collections", std::move(all)}});
}

// A parameter that the query must have.
Result<std::string> asked(const Call& call, const std::string& name) {
  const std::string& value = call.request.asked(name);
  if (!value.empty()) return value;
  return fail(ErrorCode::invalid_argument, "say which: ?" + name + "=…");
}

Response clusters_of(Service& service, const Call& call) {
  const auto document = asked(call, "document");
  if (!document) return problem(document.error());
  const auto most = number_in(call.request, "limit", 1, kMostMembers, 100);
  if (!most) return problem(most.error());
  return with_store(service, call, [&](const StoreReader& store) {
    const auto clusters = store.clusters_of(*document);
    if (!clusters) return problem(clusters.error());
    return json_response({{"clusters", list_of(*clusters, *most)}});
  });
}

Response cluster(Service& service, const Call& call) {
  const auto most = number_in(call.request, "limit", 1, kMostMembers, 100);
  if (!most) return problem(most.error());
  Request path;
  path.query["cluster"] = call.arguments.back();
  const auto number = number_in(path, "cluster", 0, ~0u, 0);
  if (!number) return problem(number.error());
  return with_store(service, call, [&](const StoreReader& store) {
    const auto found = store.cluster(*number);
    return found ? json_response(shown(*found, *most)) : problem(404, found.error().message);
  });
}

Result<MatchOptions> match_options(const Request& request) {
  MatchOptions options;
  options.convert = false;  // a search starts no other program
  const auto limit = number_in(request, "limit", 1, kMostMatches, 10);
  const auto resemblance = share_in(request, "resemblance", 0);
  const auto containment = share_in(request, "containment", 0);
  if (!limit) return tl::unexpected(limit.error());
  if (!resemblance) return tl::unexpected(resemblance.error());
  if (!containment) return tl::unexpected(containment.error());
  options.limit = *limit;
  options.resemblance = *resemblance;
  options.containment = *containment;
  return options;
}

Response matches(Service& service, const Call& call, const auto& find) {
  const auto options = match_options(call.request);
  if (!options) return problem(options.error());
  return with_store(service, call, [&](const StoreReader& store) {
    const auto found = find(store, *options);
    if (!found) return problem(found.error());
    return json_response({{"documents", list_of(*found)}});
  });
}

Response similar_to(Service& service, const Call& call) {
  const auto document = asked(call, "document");
  if (!document) return problem(document.error());
  return matches(service, call, [&](const StoreReader& store, const MatchOptions& options) {
    return store.matches_of(*document, options);
  });
}

Response similar_to_text(Service& service, const Call& call) {
  const std::string& type = call.request.content_type;
  Record record;
  record.text = call.request.body;
  if (type == "text/html" || type == "application/xhtml+xml") record.media_type = type;
  return matches(service, call, [&](const StoreReader& store, const MatchOptions& options) {
    return store.matches(record, options);
  });
}

Response similar(Service& service, const Call& call) {
  return with_plain_text(service, call, similar_to_text);
}

// The names, one per line, without empty lines.
std::vector<std::string> names_in(const std::string& body) {
  std::istringstream in(body);
  std::vector<std::string> names;
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (!line.empty()) names.push_back(std::move(line));
  }
  return names;
}

Response group(Service& service, const Call& call) {
  const std::vector<std::string> names = names_in(call.request.body);
  if (names.empty() || names.size() > kMostNames) {
    return problem(400, "send ids or URLs in the order of their rank, one a line, up to 100,000");
  }
  return with_store(service, call, [&](const StoreReader& store) {
    const auto groups = store.group(names);
    if (!groups) return problem(groups.error());
    return json_response({{"groups", list_of(*groups)}});
  });
}

Response with_page(Service& service, const Call& call, const auto& work) {
  const auto url = asked(call, "url");
  if (!url) return problem(url.error());
  return with_collection(service, call, CollectionKind::sweeps,
                         [&](const Collection& one) { return work(one.path, *url); });
}

Response moved(Service& service, const Call& call) {
  const auto threshold = share_in(call.request, "resemblance", 0.5);
  if (!threshold) return problem(threshold.error());
  return with_page(service, call, [&](const std::string& store, const std::string& url) {
    const auto found = locate(store, url, *threshold);
    return found ? Response{.body = located_json(*found)} : problem(found.error());
  });
}

Response page_life(Service& service, const Call& call) {
  return with_page(service, call, [](const std::string& store, const std::string& url) {
    const auto found = life(store, url);
    return found ? Response{.body = life_json(*found)} : problem(found.error());
  });
}

constexpr std::string_view kShare = R"({"type":"number","minimum":0,"maximum":1})";
constexpr std::string_view kShareAboveNone =
    R"({"type":"number","exclusiveMinimum":0,"maximum":1})";
constexpr Parameter kMembers = {"limit",
                                "Maximum number of members listed per cluster; default 100.",
                                R"({"type":"integer","minimum":1,"maximum":10000})"};
constexpr Parameter kDocument = {"document", "Its id or URL.", kSomeText, true};
constexpr Parameter kClustersQuery[] = {kDocument, kMembers};
constexpr Parameter kClusterQuery[] = {kMembers};
constexpr Parameter kSimilarQuery[] = {
    {"limit", "Maximum number of documents listed; default 10.",
     R"({"type":"integer","minimum":1,"maximum":1000})"},
    {"resemblance", "Minimum resemblance.", kShare},
    {"containment", "Minimum share of one document that is in the other.", kShare},
};
constexpr Parameter kSimilarToQuery[] = {kDocument, kSimilarQuery[0], kSimilarQuery[1],
                                         kSimilarQuery[2]};
constexpr Parameter kUrl = {"url", "Of the page.", kSomeText, true};
constexpr Parameter kMovedQuery[] = {
    kUrl,
    {"resemblance", "Minimum resemblance of the same page; above 0; default 0.5.",
     kShareAboveNone}};
constexpr Parameter kLifeQuery[] = {kUrl};

constexpr Endpoint kCollectionEndpoints[] = {
    {.method = "GET",
     .path = "/api/collections",
     .role = Role::search,
     .summary = "The stores of clusters and of sweeps that can be searched",
     .answer = list_collections},
    {.method = "GET",
     .path = "/api/collections/{name}/clusters",
     .role = Role::search,
     .summary = "The clusters of a document",
     .query = kClustersQuery,
     .answer = clusters_of},
    {.method = "GET",
     .path = "/api/collections/{name}/clusters/{number}",
     .role = Role::search,
     .summary = "A cluster by its number",
     .query = kClusterQuery,
     .answer = cluster},
    {.method = "GET",
     .path = "/api/collections/{name}/similar",
     .role = Role::search,
     .summary = "Documents similar to a stored one, in its cluster or not",
     .query = kSimilarToQuery,
     .answer = similar_to},
    {.method = "POST",
     .path = "/api/collections/{name}/similar",
     .role = Role::search,
     .body = Body::text,
     .summary = "Documents similar to the text, or web page (text/html), in the body",
     .query = kSimilarQuery,
     .answer = similar},
    {.method = "POST",
     .path = "/api/collections/{name}/group",
     .role = Role::search,
     .body = Body::text,
     .body_schema = R"({"type":"string","pattern":"[^\\r\\n]"})",
     .summary = "Group a ranked list by cluster; one id or URL a line",
     .answer = group},
    {.method = "GET",
     .path = "/api/collections/{name}/moved",
     .role = Role::search,
     .summary = "For sweeps: the current URLs of the content of a URL",
     .query = kMovedQuery,
     .answer = moved},
    {.method = "GET",
     .path = "/api/collections/{name}/life",
     .role = Role::search,
     .summary = "For sweeps: the versions of a page",
     .query = kLifeQuery,
     .answer = page_life},
};

}  // namespace

std::span<const Endpoint> collection_endpoints() { return kCollectionEndpoints; }

}  // namespace whorl::serve
