// Endpoints of the registry: search, documents, statistics.
#include <array>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/ascii_case.h"
#include "serve/archive_kind.h"
#include "serve/document_json.h"
#include "serve/document_text.h"
#include "serve/endpoint.h"
#include "serve/invalid.h"
#include "serve/job_access.h"
#include "serve/json_text.h"
#include "serve/problem.h"
#include "serve/search_options.h"
#include "serve/service.h"
#include "serve/text_line.h"
#include "serve/time.h"
#include "serve/trash.h"
#include "serve/url.h"

namespace whorl::serve {
namespace {

namespace base = internal::base;

struct CodeRow {
  const char* name;
  std::string DocumentCodes::*code;
};
constexpr std::array kCodes = {
    CodeRow{"name", &DocumentCodes::name},   CodeRow{"owner", &DocumentCodes::owner},
    CodeRow{"group", &DocumentCodes::group}, CodeRow{"date", &DocumentCodes::date},
    CodeRow{"url", &DocumentCodes::url},     CodeRow{"contact", &DocumentCodes::contact},
};

// The same answer for documents that do not exist and for those of another owner.
Response no_document() {
  return problem(404, "there is no such document; GET /api/documents lists those you may see");
}

// A search or a registration of an archive is a job, because its program unpacks it.
bool is_archive(const Call& call) { return !call.request.upload.empty(); }

Response untold_archive() {
  return problem(415,
                 "this is an archive; send it as Content-Type: application/zip, "
                 "application/x-tar or application/gzip");
}

Response search_archive(Service& service, const Call& call) {
  if (const auto options = parse_search_options(call.request.query); !options) {
    return problem(options.error());
  }
  return begin_job(service, call, {.kind = "search", .asked = call.request.query});
}

// True if a text is registered unchanged, as far as the caller may know.
Result<bool> is_registered(Service& service, const Call& call, const DocumentCodes& codes,
                           const std::string& text) {
  if (!call.caller.sees(codes.owner)) return false;
  return service.registry.read([&](const Registry& registry) { return registry.has(codes, text); });
}

Response search_text(Service& service, const Call& call) {
  if (!archive_ending(call.request.body).empty()) return untold_archive();
  const auto asked = parse_search(call.request);
  if (!asked) return problem(asked.error());
  RegistrySearchOptions options = asked->options;
  if (!call.caller.sees_all()) options.only_owner = call.caller.owner;
  const auto answer = service.registry.read(
      [&](const Registry& registry) { return registry.search(asked->text, options); });
  if (!answer) return problem(answer.error());
  Json json = shown(*answer, call.caller);
  if (options.except) {
    const auto known = is_registered(service, call, *options.except, asked->text);
    if (!known) return problem(known.error());
    json["registered"] = *known;
  }
  return json_response(json);
}

Response search(Service& service, const Call& call) {
  return is_archive(call) ? search_archive(service, call)
                          : with_plain_text(service, call, search_text);
}

// The request for a page of the list.
struct Page {
  std::uint32_t from = 0;
  std::uint32_t limit = 100;
  bool counted = false;
};

Result<Page> parse_page(const Request& request) {
  const auto from = number_in(request, "from", 0, ~0u, 0);
  if (!from) return tl::unexpected(from.error());
  const auto limit = number_in(request, "limit", 1, 1000, 100);
  if (!limit) return tl::unexpected(limit.error());
  const std::string& count = request.asked("count");
  if (!count.empty() && count != "true" && count != "false") {
    return invalid("'count' is true or false");
  }
  return Page{*from, *limit, count == "true"};
}

// Whether the caller sees the document and asks for it.
class Wanted {
 public:
  explicit Wanted(const Call& call)
      : call_(call), title_(base::lower_case(call.request.asked("title"))) {}

  bool contains(const DocumentCodes& codes) const {
    return call_.caller.sees(codes.owner) && is_asked("owner", codes.owner) &&
           is_asked("group", codes.group) &&
           base::lower_case(codes.name).find(title_) != std::string::npos;
  }

 private:
  bool is_asked(const char* name, const std::string& has) const {
    const std::string& asked = call_.request.asked(name);
    return asked.empty() || asked == has;
  }

  const Call& call_;
  const std::string title_;
};

Result<std::uint64_t> count_all(const Registry& registry, const Wanted& wanted) {
  std::uint64_t count = 0;
  const auto visit = [&](const RegisteredDocument& document) -> Result<bool> {
    count += wanted.contains(document.codes) ? 1 : 0;
    return true;
  };
  if (auto done = registry.for_each_document(visit); !done) return tl::unexpected(done.error());
  return count;
}

// The documents from a number on that the caller may see and requested.
Result<Json> list_page(const Registry& registry, const Call& call, const Page& page) {
  const Wanted wanted(call);
  Json documents = Json::array();
  Json next;
  const auto visit = [&](const RegisteredDocument& document) -> Result<bool> {
    if (!wanted.contains(document.codes)) return true;
    if (documents.size() == page.limit) {
      next = document.number;
      return false;
    }
    documents.push_back(shown(document));
    return true;
  };
  const auto done = registry.for_each_document(visit, page.from);
  if (!done) return tl::unexpected(done.error());
  Json json = {{"documents", std::move(documents)}, {"next", std::move(next)}};
  if (!page.counted) return json;
  const auto count = count_all(registry, wanted);
  if (!count) return tl::unexpected(count.error());
  json["count"] = *count;
  return json;
}

Response list_documents(Service& service, const Call& call) {
  const auto page = parse_page(call.request);
  if (!page) return problem(page.error());
  const auto listed = service.registry.read(
      [&](const Registry& registry) { return list_page(registry, call, *page); });
  return listed ? json_response(*listed) : problem(listed.error());
}

// The document in the path, if the caller may know of it.
std::optional<DocumentCodes> named(const Call& call) {
  auto codes = codes_of(call.arguments.front());
  return codes && call.caller.sees(codes->owner) ? codes : std::nullopt;
}

Response get_document(Service& service, const Call& call) {
  const auto codes = named(call);
  if (!codes) return no_document();
  const auto found =
      service.registry.read([&](const Registry& registry) { return registry.find(*codes); });
  if (!found) return problem(found.error());
  return *found ? json_response(shown(**found)) : no_document();
}

Response remove_document(Service& service, const Call& call) {
  const auto codes = named(call);
  if (!codes) return no_document();
  const auto for_good = is_now(call.request);
  if (!for_good) return problem(for_good.error());
  const auto done = service.registry.change([&](Registry& registry) {
    return *for_good ? registry.remove_one(*codes) : registry.set_aside(*codes);
  });
  if (!done) return problem(done.error());
  return *done ? json_response(removed(service, *for_good ? 0 : now())) : no_document();
}

Response restore_document(Service& service, const Call& call) {
  const auto codes = named(call);
  if (!codes) return no_document();
  const auto restored =
      service.registry.change([&](Registry& registry) { return registry.restore(*codes); });
  if (!restored && restored.error().code == ErrorCode::invalid_argument) {
    return problem(409, restored.error().message);
  }
  if (!restored) return problem(restored.error());
  if (*restored) return get_document(service, call);
  return problem(404, "this document is not in the trash; GET /api/trash lists what is");
}

// The codes in the query; if it has no owner, that of the token.
DocumentCodes codes_asked(const Call& call) {
  DocumentCodes codes;
  for (const auto& [name, code] : kCodes) codes.*code = call.request.asked(name);
  if (codes.owner.empty() && !call.caller.sees_all()) codes.owner = call.caller.owner;
  return codes;
}

Response not_theirs() {
  return problem(403, "this token can only register documents of its own owner");
}

Response add_archive(Service& service, const Call& call) {
  DocumentCodes codes = codes_asked(call);
  if (!call.caller.sees(codes.owner)) return not_theirs();
  const std::string job = std::exchange(codes.name, {});
  std::map<std::string, std::string> asked;
  for (const auto& [name, code] : kCodes) asked[name] = codes.*code;
  return begin_job(service, call, {.kind = "register", .asked = std::move(asked), .name = job});
}

Response add_lines(Service& service, const Call& call) {
  std::istringstream stream(call.request.body);
  TextLines lines(stream, codes_asked(call), service.options.limits.body);
  std::vector<RegistryText> documents;
  std::vector<Skipped> skipped;
  while (auto line = lines.next()) {
    if (auto* const document = std::get_if<RegistryText>(&*line)) {
      if (!call.caller.sees(document->codes.owner)) return not_theirs();
      documents.push_back(std::move(*document));
    } else {
      skipped.push_back(std::get<Skipped>(*std::move(line)));
    }
  }
  auto added = service.registry.change([&](Registry& registry) { return registry.add(documents); });
  if (!added) return problem(added.error());
  added->skipped.insert(added->skipped.end(), skipped.begin(), skipped.end());
  return json_response(parse_json(to_json(*added)), 201);
}

Response add_text(Service& service, const Call& call) {
  if (!archive_ending(call.request.body).empty()) return untold_archive();
  const DocumentCodes codes = codes_asked(call);
  const auto added = service.registry.change(
      [&](Registry& registry) { return registry.add(codes, call.request.body); });
  if (!added) return problem(added.error());
  Json json = {{"id", id_of(codes)}};
  json.update(parse_json(to_json(*added)));
  return json_response(json, 201);
}

Response add(Service& service, const Call& call) {
  if (is_archive(call)) return add_archive(service, call);
  if (call.request.content_type == "application/x-ndjson") return add_lines(service, call);
  const DocumentCodes codes = codes_asked(call);
  if (codes.name.empty()) return problem(400, "a document needs a name: ?name=thesis.txt");
  if (!call.caller.sees(codes.owner)) return not_theirs();
  return with_plain_text(service, call, add_text);
}

Response stats(Service& service, const Call& call) {
  const auto stats =
      service.registry.read([](const Registry& registry) { return registry.stats(); });
  if (!stats) return problem(stats.error());
  if (call.caller.sees_all()) return json_response(parse_json(to_json(*stats)));
  return json_response(
      {{"scheme", stats->scheme}, {"recipe", stats->recipe}, {"keyed", stats->keyed}});
}

Response compact(Service& service, const Call&) {
  NoProgress progress;
  const auto done =
      service.registry.change([&](Registry& registry) { return registry.compact(progress); });
  return done ? json_response({{"compacted", true}}) : problem(done.error());
}

constexpr std::string_view kNumber = R"({"type":"integer","minimum":0,"maximum":4294967295})";

constexpr Parameter kSearchQuery[] = {
    {"limit", "Maximum number of hits; default 10.",
     R"({"type":"integer","minimum":1,"maximum":1000})"},
    {"exclude_owner", "Skip documents of this owner."},
    {"since", "Only documents of this date or later: YYYY-MM-DD.", kDate},
    {"singles",
     "true: documents that share a single fingerprint are also hits. false, the default: only if "
     "the document or the text is short.",
     R"({"type":"boolean"})"},
    {"containment", "Minimum share of the text or of the document.",
     R"({"type":"number","minimum":0,"maximum":1})"},
    {"except_name",
     "The text is the document with this name, owner and group, which is skipped. `registered` "
     "reports whether it is registered unchanged."},
    {"except_owner", "Of that document."},
    {"except_group", "Of that document."},
};
constexpr Parameter kListQuery[] = {
    {"owner", "Only documents of this owner."},
    {"group", "Only documents of this group."},
    {"title", "Only documents whose name contains this; ignores case."},
    {"count", "true: `count` is the number of documents on all pages.", R"({"type":"boolean"})"},
    {"from", "The `next` of the previous page.", kNumber},
    {"limit", "Documents per page, up to 1,000; default 100.",
     R"({"type":"integer","minimum":1,"maximum":1000})"},
};
constexpr Parameter kRemoveQuery[] = {kNowParameter};
constexpr Parameter kAddQuery[] = {
    {"name",
     "Name of the document, or of the job that registers an archive. Lines of JSON have names of "
     "their own.",
     kSomeText, true},
    {"owner", "Owner of the document; default: the owner of the token."},
    {"group", "Distinguishes documents of the same name."},
    {"date", "YYYY-MM-DD", kDate},
    {"url", "Address of the document."},
    {"contact", "Contact for questions about it."},
};

constexpr Endpoint kDocumentEndpoints[] = {
    {.method = "POST",
     .path = "/api/search",
     .role = Role::search,
     .body = Body::text_or_archive,
     .summary = "Search for a text, or a document such as a PDF; or, as a job, for each document "
                "of an archive",
     .query = kSearchQuery,
     .answer = search},
    {.method = "GET",
     .path = "/api/documents",
     .role = Role::search,
     .summary = "List the registered documents, page by page",
     .query = kListQuery,
     .answer = list_documents},
    {.method = "POST",
     .path = "/api/documents",
     .role = Role::submit,
     .body = Body::text_or_archive,
     .summary = "Register a text, a document such as a PDF, or lines of JSON with a text each "
                "(application/x-ndjson): the answer is sent when it is on the disk; or, as a job, "
                "the documents of an archive",
     .query = kAddQuery,
     .status = 201,
     .answer = add},
    {.method = "GET",
     .path = "/api/documents/{id}",
     .role = Role::search,
     .summary = "One registered document",
     .answer = get_document},
    {.method = "DELETE",
     .path = "/api/documents/{id}",
     .role = Role::submit,
     .summary = "Remove a document from the registry. It goes to the trash; POST "
                "/api/documents/{id}/restore restores it",
     .query = kRemoveQuery,
     .answer = remove_document},
    {.method = "POST",
     .path = "/api/documents/{id}/restore",
     .role = Role::submit,
     .summary = "Restore a document from the trash; searches find it again",
     .answer = restore_document},
    {.method = "GET",
     .path = "/api/stats",
     .role = Role::search,
     .summary = "Scheme and size of the registry; sizes only for callers who may see all documents",
     .answer = stats},
    {.method = "POST",
     .path = "/api/compaction",
     .role = Role::admin,
     .summary = "Rewrite the index; searches wait until it is done",
     .answer = compact},
};

}  // namespace

std::span<const Endpoint> document_endpoints() { return kDocumentEndpoints; }

}  // namespace whorl::serve
