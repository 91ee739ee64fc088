// Endpoints of comparisons: archives in, progress, reports.
#include <sodium.h>

#include <array>
#include <fstream>
#include <memory>

#include "serve/document_json.h"
#include "serve/endpoint.h"
#include "serve/job_options.h"
#include "serve/problem.h"
#include "serve/service.h"
#include "serve/time.h"

namespace whorl::serve {
namespace {

constexpr std::int64_t kBetweenHeartbeats = 15;  // seconds

// The report runs its own script and reaches nothing, this server not either: what it shows was
// uploaded by others.
constexpr const char* kReportPolicy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; font-src data:; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox "
    "allow-scripts allow-downloads allow-modals";

// One answer for what is not there and what is somebody else's.
Response no_job() {
  return problem(404, "there is no such job; GET /api/jobs lists those you may see");
}

// The job that the path names, if the caller may know of it.
std::optional<Job> named(Service& service, const Call& call) {
  auto job = service.jobs.find(call.arguments.front());
  return job && call.caller.sees(job->owner) ? job : std::nullopt;
}

struct Magic {
  std::string_view bytes;
  std::size_t at;
  const char* ending;
};
constexpr std::array kMagic = {
    Magic{"PK", 0, ".zip"},
    Magic{"7z\xbc\xaf", 0, ".7z"},
    Magic{"ustar", 257, ".tar"},
    Magic{"\x1f\x8b", 0, ".tar.gz"},
    Magic{"BZh", 0, ".tar.bz2"},
    Magic{"\xfd"
          "7zXZ",
          0, ".tar.xz"},
    Magic{"\x28\xb5\x2f\xfd", 0, ".tar.zst"},
};

// What kind of archive it is, by its first bytes; empty: none that is read.
std::string ending_of(const std::filesystem::path& file) {
  std::array<char, 512> head{};
  std::ifstream(file, std::ios::binary).read(head.data(), head.size());
  const std::string_view bytes(head.data(), head.size());
  for (const Magic& magic : kMagic) {
    if (bytes.substr(magic.at).starts_with(magic.bytes)) return magic.ending;
  }
  return {};
}

Response compare(Service& service, const Call& call) {
  auto arguments = job_arguments(call.request.query);
  if (!arguments) return problem(arguments.error());
  const std::string ending = ending_of(call.request.upload);
  if (ending.empty()) return problem(415, "send a zip, 7z or tar file of the submissions");
  const auto job = service.jobs.add(
      {call.caller.owner, call.request.upload, "submissions" + ending, *std::move(arguments)});
  if (!job) return problem(job.error());
  Response response{.status = 202, .body = shown(*job) + "\n"};
  response.headers.emplace_back("Location", "/api/jobs/" + job->id);
  return response;
}

Response list(Service& service, const Call& call) {
  Json jobs = Json::array();
  for (const Job& job : service.jobs.all()) {
    if (call.caller.sees(job.owner)) jobs.push_back(Json::parse(shown(job)));
  }
  return {.body = written({{"jobs", std::move(jobs)}})};
}

Response get(Service& service, const Call& call) {
  const auto job = named(service, call);
  return job ? Response{.body = shown(*job) + "\n"} : no_job();
}

Response remove(Service& service, const Call& call) {
  const auto job = named(service, call);
  if (!job) return no_job();
  service.jobs.remove(job->id);
  return {.body = "{\"removed\":1}\n"};
}

bool same(const std::string& a, const std::string& b) {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

// A browser that follows a link shows no token: who has the job's key reads its report.
std::optional<Job> readable(Service& service, const Call& call) {
  auto job = service.jobs.find(call.arguments.front());
  if (!job) return std::nullopt;
  const bool key_fits = same(call.request.asked("key"), job->key);
  const bool is_owner = call.caller.may(Role::submit) && call.caller.sees(job->owner);
  return key_fits || is_owner ? job : std::nullopt;
}

Response file_of(Service& service, const Call& call, const char* name, const char* type) {
  const auto job = readable(service, call);
  if (!job) return no_job();
  if (job->state != JobState::done) {
    return problem(409, "this job has no report; GET /api/jobs/{id} tells its state");
  }
  Response response{.type = type, .file = service.jobs.folder().report(*job, name)};
  response.headers.emplace_back("Content-Security-Policy", kReportPolicy);
  return response;
}

Response report_html(Service& service, const Call& call) {
  return file_of(service, call, "report.html", "text/html; charset=utf-8");
}
Response report_json(Service& service, const Call& call) {
  return file_of(service, call, "report.json", "application/json");
}
Response pairs_csv(Service& service, const Call& call) {
  return file_of(service, call, "pairs.csv", "text/csv; charset=utf-8");
}

// Each change of a job, until it ends or is no more.
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
  const auto job = named(service, call);
  if (!job) return no_job();
  const auto stream = std::make_shared<JobEvents>(service, job->id);
  return {.type = "text/event-stream", .events = [stream] { return stream->next(); }};
}

constexpr Parameter kKey[] = {{"key", "Of the job, where no token is shown."}};

const Endpoint kEndpoints[] = {
    {.method = "POST",
     .path = "/api/compare",
     .role = Role::submit,
     .body = Body::archive,
     .summary = "Compare the submissions of an archive: a job",
     .query = job_options(),
     .status = 202,
     .answer = compare},
    {.method = "GET",
     .path = "/api/jobs",
     .role = Role::submit,
     .summary = "Jobs, newest first",
     .answer = list},
    {.method = "GET",
     .path = "/api/jobs/{id}",
     .role = Role::submit,
     .summary = "A job: its state, its progress, and where its report is",
     .answer = get},
    {.method = "DELETE",
     .path = "/api/jobs/{id}",
     .role = Role::submit,
     .summary = "End a job and erase all of it",
     .answer = remove},
    {.method = "GET",
     .path = "/api/jobs/{id}/events",
     .role = Role::submit,
     .summary = "Each change of a job as it happens, until it ends",
     .answers = "text/event-stream",
     .answer = events},
    {.method = "GET",
     .path = "/api/jobs/{id}/report.html",
     .role = Role::anyone,
     .summary = "The report, for a browser",
     .query = kKey,
     .answers = "text/html",
     .answer = report_html},
    {.method = "GET",
     .path = "/api/jobs/{id}/report.json",
     .role = Role::anyone,
     .summary = "The report, for a program",
     .query = kKey,
     .answer = report_json},
    {.method = "GET",
     .path = "/api/jobs/{id}/pairs.csv",
     .role = Role::anyone,
     .summary = "The pairs, for a spreadsheet",
     .query = kKey,
     .answers = "text/csv",
     .answer = pairs_csv},
};

}  // namespace

std::span<const Endpoint> job_endpoints() { return kEndpoints; }

}  // namespace whorl::serve
