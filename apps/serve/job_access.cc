#include "serve/job_access.h"

#include "serve/archive_kind.h"
#include "serve/problem.h"

namespace whorl::serve {

bool may_see(const Caller& caller, const Job& job) {
  return caller.sees(job.owner) && caller.may(kind_of(job).role);
}

std::optional<Job> job_of(Service& service, const Call& call) {
  auto job = service.jobs.find(call.arguments.front());
  return job && call.caller.sees(job->owner) ? job : std::nullopt;
}

Response no_job() {
  return problem(404, "there is no such job; GET /api/jobs lists those you may see");
}

Response begin_job(Service& service, const Call& call, AskedJob asked) {
  const std::string_view ending = archive_ending_of(call.request.upload);
  if (ending.empty()) {
    return problem(415,
                   "send a zip, 7z or tar file, a tar file also packed by gzip, bzip2, xz or "
                   "zstd");
  }
  auto& files = asked.inputs.files;
  files.insert(files.begin(), {call.request.upload, "submissions" + std::string(ending)});
  const auto job = service.jobs.add({.kind = std::string(asked.kind),
                                     .owner = call.caller.owner,
                                     .inputs = std::move(asked.inputs),
                                     .name = std::move(asked.name),
                                     .arguments = std::move(asked.arguments),
                                     .asked = std::move(asked.asked)});
  if (!job) return problem(job.error());
  Response response{.status = 202, .body = shown(*job) + "\n"};
  response.headers.emplace_back("Location", "/api/jobs/" + job->id);
  return response;
}

}  // namespace whorl::serve
