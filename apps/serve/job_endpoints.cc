// Endpoints of jobs: uploading archives, progress and results.
#include <sodium.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <memory>

#include "serve/document_json.h"
#include "serve/endpoint.h"
#include "serve/job.h"
#include "serve/job_access.h"
#include "serve/job_options.h"
#include "serve/json_text.h"
#include "serve/problem.h"
#include "serve/service.h"
#include "serve/time.h"
#include "serve/trash.h"

namespace whorl::serve {
namespace {

constexpr std::int64_t kBetweenHeartbeats = 15;  // seconds

// The report runs its own script but may connect to nothing, not even to this server, since it
// shows what other people uploaded. Only the page of the service may show it in a frame.
constexpr const char* kReportPolicy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; font-src data:; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox "
    "allow-scripts allow-downloads allow-modals";

Response pairs(Service& service, const Call& call) {
  auto arguments = job_arguments(call.request.query, pair_options());
  if (!arguments) return problem(arguments.error());
  return begin_job(service, call, {.kind = "pairs", .arguments = *std::move(arguments)});
}

// The job that the path names, if the caller may see it.
std::optional<Job> seen_job(Service& service, const Call& call) {
  auto job = service.jobs.find(call.arguments.front());
  return job && may_see(call.caller, *job) ? job : std::nullopt;
}

Response list_jobs(Service& service, const Call& call) {
  Json jobs = Json::array();
  for (const Job& job : service.jobs.all()) {
    if (may_see(call.caller, job)) jobs.push_back(parse_json(shown(job)));
  }
  return {.body = written({{"jobs", std::move(jobs)}})};
}

Response get_job(Service& service, const Call& call) {
  const auto job = seen_job(service, call);
  return job ? Response{.body = shown(*job) + "\n"} : no_job();
}

// The job in the trash that the path names, if the caller may see it.
std::optional<Job> erased_job(Service& service, const Call& call) {
  auto job = service.jobs.find_erased(call.arguments.front());
  return job && may_see(call.caller, *job) ? job : std::nullopt;
}

Response remove_job(Service& service, const Call& call) {
  const auto now = is_now(call.request);
  if (!now) return problem(now.error());
  auto job = seen_job(service, call);
  if (!job && *now) job = erased_job(service, call);
  if (!job) return no_job();
  if (*now) {
    service.jobs.erase(job->id);
    return {.body = "{\"removed\":1}\n"};
  }
  const auto erased = service.jobs.remove(job->id);
  return json_response(removed(service, erased ? erased->erased : 0));
}

Response restore_job(Service& service, const Call& call) {
  const auto job = erased_job(service, call);
  const auto restored = job ? service.jobs.restore(job->id) : Result<bool>(false);
  if (!restored) return problem(restored.error());
  const auto found = *restored ? service.jobs.find(job->id) : std::nullopt;
  if (found) return {.body = shown(*found) + "\n"};
  return problem(404, "this job is not in the trash; GET /api/trash lists what is");
}

bool same(const std::string& a, const std::string& b) {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

// A browser that follows a link sends no token, so the key of the job also gives access to its
// report.
std::optional<Job> readable(Service& service, const Call& call) {
  auto job = service.jobs.find(call.arguments.front());
  if (!job) return std::nullopt;
  const bool key_fits = same(call.request.asked("key"), job->key);
  return key_fits || may_see(call.caller, *job) ? job : std::nullopt;
}

struct FileType {
  std::string_view ending;
  const char* media_type;
};
constexpr std::array kFileTypes = {
    FileType{".html", "text/html; charset=utf-8"},
    FileType{".json", "application/json"},
    FileType{".jsonl", "application/x-ndjson"},
    FileType{".csv", "text/csv; charset=utf-8"},
};

const char* type_of(std::string_view name) {
  const auto ends = [&](const FileType& type) { return name.ends_with(type.ending); };
  return std::ranges::find_if(kFileTypes, ends)->media_type;
}

// The file at the end of the path, if the job has it.
Response file(Service& service, const Call& call) {
  const auto job = readable(service, call);
  if (!job) return no_job();
  const std::string& name = call.request.path.back();
  const auto files = kind_of(*job).files;
  if (std::ranges::find(files, name) == files.end()) {
    return problem(404, "a job of this kind has no such file; GET /api/jobs/{id} lists its files");
  }
  if (job->state != JobState::done) {
    return problem(409, "this job has no result; GET /api/jobs/{id} shows its state");
  }
  Response response{.type = type_of(name), .file = service.jobs.folder().report(*job, name)};
  response.headers.emplace_back("Content-Security-Policy", kReportPolicy);
  return response;
}

// Events for each change of a job, until it ends or is removed.
struct JobEvents {
  Service& service;
  std::string id;
  std::string last = {};
  std::int64_t told = now();
  bool ended = false;

  std::optional<std::string> next() {
    if (ended) return std::nullopt;
    const auto job = service.jobs.find(id);
    std::string text = job ? shown(*job) : "{\"state\":\"removed\"}";
    ended = !job || job->ended != 0;
    if (text == last) {
      if (now() - told < kBetweenHeartbeats) return "";
      told = now();
      return ":\n\n";
    }
    told = now();
    last = std::move(text);
    return "event: job\ndata: " + last + "\n\n";
  }
};

Response events(Service& service, const Call& call) {
  const auto job = seen_job(service, call);
  if (!job) return no_job();
  const auto stream = std::make_shared<JobEvents>(service, job->id);
  return {.type = "text/event-stream", .events = [stream] { return stream->next(); }};
}

constexpr Parameter kNow[] = {kNowParameter};
constexpr Parameter kKey[] = {{"key", "Key of the job; needed without a token."}};

const Endpoint kJobEndpoints[] = {
    {.method = "POST",
     .path = "/api/pairs",
     .role = Role::submit,
     .body = Body::archive,
     .summary = "Which documents of an archive share fingerprints, pair by pair (Finkel 2002, "
                "section 2.6): a job",
     .query = pair_options(),
     .status = 202,
     .answer = pairs},
    {.method = "GET",
     .path = "/api/jobs",
     .role = Role::submit,
     .or_role = Role::search,
     .summary = "List jobs, newest first; a token that may only search sees its own searches",
     .answer = list_jobs},
    {.method = "GET",
     .path = "/api/jobs/{id}",
     .role = Role::submit,
     .or_role = Role::search,
     .summary = "A job: its state, its progress, and where its report is",
     .answer = get_job},
    {.method = "DELETE",
     .path = "/api/jobs/{id}",
     .role = Role::submit,
     .or_role = Role::search,
     .summary = "End a job and erase it. A finished comparison goes to the trash; POST "
                "/api/jobs/{id}/restore restores it",
     .query = kNow,
     .answer = remove_job},
    {.method = "POST",
     .path = "/api/jobs/{id}/restore",
     .role = Role::submit,
     .or_role = Role::search,
     .summary = "Restore a comparison from the trash, with its report, verdicts and links",
     .answer = restore_job},
    {.method = "GET",
     .path = "/api/jobs/{id}/events",
     .role = Role::submit,
     .or_role = Role::search,
     .summary = "Each change of a job as it happens, until it ends",
     .answers = "text/event-stream",
     .answer = events},
    {.method = "GET",
     .path = "/api/jobs/{id}/report.html",
     .role = Role::anyone,
     .summary = "The report, for a browser",
     .query = kKey,
     .answers = "text/html",
     .answer = file},
    {.method = "GET",
     .path = "/api/jobs/{id}/report.json",
     .role = Role::anyone,
     .summary = "The report, for a program",
     .query = kKey,
     .answer = file},
    {.method = "GET",
     .path = "/api/jobs/{id}/pairs.csv",
     .role = Role::anyone,
     .summary = "The pairs, for a spreadsheet",
     .query = kKey,
     .answers = "text/csv",
     .answer = file},
    {.method = "GET",
     .path = "/api/jobs/{id}/pairs.json",
     .role = Role::anyone,
     .summary = "The pairs of a pairwise test",
     .query = kKey,
     .answer = file},
    {.method = "GET",
     .path = "/api/jobs/{id}/answers.jsonl",
     .role = Role::anyone,
     .summary = "Answers of a search for an archive: one line per document, in the form of POST "
                "/api/search",
     .query = kKey,
     .answers = "application/x-ndjson",
     .answer = file},
    {.method = "GET",
     .path = "/api/jobs/{id}/added.json",
     .role = Role::anyone,
     .summary =
         "Result of the registration of an archive: the number of documents, and skipped files",
     .query = kKey,
     .answer = file},
};

}  // namespace

std::span<const Endpoint> job_endpoints() { return kJobEndpoints; }

}  // namespace whorl::serve
