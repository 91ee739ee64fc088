// Jobs as endpoints meet them: whose they are, and how one begins.
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

// The job that the path names, if the caller may know of it.
std::optional<Job> job_of(Service& service, const Call& call);
// One answer for what is not there and what is somebody else's.
Response no_job();

struct AskedJob {
  std::string_view kind;
  std::vector<std::string> arguments = {};        // of its program
  std::map<std::string, std::string> asked = {};  // of what the service does after it
  JobInputs inputs = {};                          // beside the archive that was uploaded
};

// Begins a job on the archive that was uploaded: 202, with its state and address; or a problem.
Response begin_job(Service& service, const Call& call, AskedJob asked);

}  // namespace whorl::serve
