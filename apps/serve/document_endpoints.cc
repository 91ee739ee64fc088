// Endpoints of the registry: search, documents, statistics.
#include <algorithm>
#include <charconv>

#include "serve/document_json.h"
#include "serve/endpoint.h"
#include "serve/problem.h"
#include "serve/search_options.h"
#include "serve/service.h"

namespace whorl::serve {
namespace {

Response json_response(const Json& json, unsigned status = 200) {
  return {.status = status, .body = written(json)};
}

// One answer for what is not there and what is somebody else's.
Response no_document() {
  return problem(404, "there is no such document; GET /api/documents lists those you may see");
}

Response search(Service& service, const Call& call) {
  const auto asked = parse_search(call.request);
  if (!asked) return problem(asked.error());
  RegistrySearchOptions options = asked->options;
  if (!call.caller.sees_all()) options.only_owner = call.caller.owner;
  const auto answer = service.registry.read(
      [&](const Registry& registry) { return registry.search(asked->text, options); });
  return answer ? json_response(shown(*answer, call.caller)) : problem(answer.error());
}

// What a page of the list is asked for.
struct Page {
  std::uint32_t from = 0;
  std::uint32_t limit = 100;
};

Result<std::uint32_t> number(const Request& request, const std::string& name, std::uint32_t most,
                             std::uint32_t fallback) {
  const std::string& text = request.asked(name);
  if (text.empty()) return fallback;
  std::uint32_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc{} && rest == end && value <= most) return value;
  return fail(ErrorCode::invalid_argument,
              "'" + name + "' is a whole number up to " + std::to_string(most));
}

Result<Page> parse_page(const Request& request) {
  const auto from = number(request, "from", ~0u, 0);
  if (!from) return tl::unexpected(from.error());
  const auto limit = number(request, "limit", 1000, 100);
  if (!limit) return tl::unexpected(limit.error());
  return Page{*from, std::max(*limit, 1u)};
}

// Of the documents from a number on those that the caller sees and asks for.
Result<Json> list_page(const Registry& registry, const Call& call, const Page& page) {
  const auto wanted = [&](const std::string& name, const std::string& has) {
    return call.request.asked(name).empty() || call.request.asked(name) == has;
  };
  Json documents = Json::array();
  Json next;
  const auto visit = [&](const RegisteredDocument& document) -> Result<bool> {
    const DocumentCodes& codes = document.codes;
    if (!call.caller.sees(codes.owner) || !wanted("owner", codes.owner) ||
        !wanted("group", codes.group)) {
      return true;
    }
    if (documents.size() == page.limit) {
      next = document.number;
      return false;
    }
    documents.push_back(shown(document));
    return true;
  };
  const auto done = registry.for_each_document(visit, page.from);
  if (!done) return tl::unexpected(done.error());
  return Json{{"documents", std::move(documents)}, {"next", std::move(next)}};
}

Response list(Service& service, const Call& call) {
  const auto page = parse_page(call.request);
  if (!page) return problem(page.error());
  const auto listed = service.registry.read(
      [&](const Registry& registry) { return list_page(registry, call, *page); });
  return listed ? json_response(*listed) : problem(listed.error());
}

// The document that the path names, if the caller may know of it.
std::optional<DocumentCodes> named(const Call& call) {
  auto codes = codes_of(call.arguments.front());
  return codes && call.caller.sees(codes->owner) ? codes : std::nullopt;
}

Response get(Service& service, const Call& call) {
  const auto codes = named(call);
  if (!codes) return no_document();
  const auto found =
      service.registry.read([&](const Registry& registry) { return registry.find(*codes); });
  if (!found) return problem(found.error());
  return *found ? json_response(shown(**found)) : no_document();
}

Response remove(Service& service, const Call& call) {
  const auto codes = named(call);
  if (!codes) return no_document();
  const auto removed =
      service.registry.change([&](Registry& registry) { return registry.remove_one(*codes); });
  if (!removed) return problem(removed.error());
  return *removed ? json_response({{"removed", 1}}) : no_document();
}

Result<DocumentCodes> codes_to_add(const Call& call) {
  const Request& request = call.request;
  DocumentCodes codes{request.asked("owner"), request.asked("group"), request.asked("name"),
                      request.asked("date"),  request.asked("url"),   request.asked("contact")};
  if (codes.owner.empty() && !call.caller.sees_all()) codes.owner = call.caller.owner;
  if (codes.name.empty()) {
    return fail(ErrorCode::invalid_argument, "a document needs a name: ?name=thesis.txt");
  }
  return codes;
}

Response add(Service& service, const Call& call) {
  const auto codes = codes_to_add(call);
  if (!codes) return problem(codes.error());
  if (!call.caller.sees(codes->owner)) {
    return problem(403, "this token registers documents of its own owner alone");
  }
  const auto added = service.registry.change(
      [&](Registry& registry) { return registry.add(*codes, call.request.body); });
  if (!added) return problem(added.error());
  Json json = {{"id", id_of(*codes)}};
  json.update(Json::parse(to_json(*added)));
  return json_response(json, 201);
}

Response stats(Service& service, const Call& call) {
  const auto stats =
      service.registry.read([](const Registry& registry) { return registry.stats(); });
  if (!stats) return problem(stats.error());
  if (call.caller.sees_all()) return json_response(Json::parse(to_json(*stats)));
  return json_response(
      {{"scheme", stats->scheme}, {"recipe", stats->recipe}, {"keyed", stats->keyed}});
}

Response compact(Service& service, const Call&) {
  NoProgress progress;
  const auto done =
      service.registry.change([&](Registry& registry) { return registry.compact(progress); });
  return done ? json_response({{"compacted", true}}) : problem(done.error());
}

constexpr std::string_view kNumber = R"({"type":"integer","minimum":0})";

constexpr Parameter kSearchQuery[] = {
    {"limit", "Best hits that are shown; 10 where it is not given.",
     R"({"type":"integer","minimum":1,"maximum":1000})"},
    {"exclude_owner", "Documents of this owner are no hits."},
    {"since", "Only documents of this date or later: YYYY-MM-DD."},
    {"containment", "Least share of either side.", R"({"type":"number","minimum":0,"maximum":1})"},
};
constexpr Parameter kListQuery[] = {
    {"owner", "Only documents of this owner."},
    {"group", "Only documents of this group."},
    {"from", "The `next` of the page before.", kNumber},
    {"limit", "Documents of a page, up to 1,000; 100 where it is not given.", kNumber},
};
constexpr Parameter kAddQuery[] = {
    {"name", "Of the document; needed."},
    {"owner", "Whose it is; that of the token where it is not given."},
    {"group", "Sets documents of the same name apart."},
    {"date", "YYYY-MM-DD"},
    {"url", "Where the document is found."},
    {"contact", "Whom to ask about it."},
};

constexpr Endpoint kEndpoints[] = {
    {.method = "POST",
     .path = "/api/search",
     .role = Role::search,
     .body = Body::text,
     .summary = "What is known of a text",
     .query = kSearchQuery,
     .answer = search},
    {.method = "GET",
     .path = "/api/documents",
     .role = Role::search,
     .summary = "The registered documents, a page at a time",
     .query = kListQuery,
     .answer = list},
    {.method = "POST",
     .path = "/api/documents",
     .role = Role::submit,
     .body = Body::text,
     .summary = "Register a text; once answered it is on the disk",
     .query = kAddQuery,
     .status = 201,
     .answer = add},
    {.method = "GET",
     .path = "/api/documents/{id}",
     .role = Role::search,
     .summary = "One registered document",
     .answer = get},
    {.method = "DELETE",
     .path = "/api/documents/{id}",
     .role = Role::submit,
     .summary = "Take a document out of the registry",
     .answer = remove},
    {.method = "GET",
     .path = "/api/stats",
     .role = Role::search,
     .summary = "What the registry is and how large; sizes for those who see all of it",
     .answer = stats},
    {.method = "POST",
     .path = "/api/compaction",
     .role = Role::admin,
     .summary = "Write the index anew; searches wait for it",
     .answer = compact},
};

}  // namespace

std::span<const Endpoint> document_endpoints() { return kEndpoints; }

}  // namespace whorl::serve
