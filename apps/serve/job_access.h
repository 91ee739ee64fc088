// Jobs for endpoints: their owners, and how one begins.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/endpoint.h"
#include "serve/job.h"
#include "serve/service.h"
#include "serve/work_folder.h"

namespace whorl::serve {

// Whether the caller may see a job of this kind and owner.
bool may_see(const Caller& caller, const Job& job);
// The job in the path, if the caller may know of it.
std::optional<Job> job_of(Service& service, const Call& call);
// The same answer for jobs that do not exist and for those of another owner.
Response no_job();

struct AskedJob {
  std::string_view kind;
  std::vector<std::string> arguments = {};        // of its program
  std::map<std::string, std::string> asked = {};  // of what the service does after it
  std::string name = {};
  JobInputs inputs = {};  // beside the archive that was uploaded
};

// Begins a job on the uploaded archive: 202, with its state and address; or a problem.
Response begin_job(Service& service, const Call& call, AskedJob asked);

}  // namespace whorl::serve
