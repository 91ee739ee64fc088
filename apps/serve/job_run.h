// One run of a job: its process, its progress, and its end.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "serve/job.h"
#include "serve/limits.h"
#include "serve/shared_registry.h"

namespace whorl::serve {

struct JobPlace {
  std::string program;
  std::string folder;
  std::vector<std::string> extra;  // arguments that the service adds
};

struct JobEnd {
  JobState state = JobState::failed;
  std::string message = {};
};

// `told` is called with each state of progress and returns whether to go on. If it returns false,
// the run is killed and its result is ignored.
using Told = std::function<bool(const std::string& phase, std::uint64_t done, std::uint64_t total)>;

JobEnd run_job(const Job& job, const JobPlace& place, const Limits& limits, const Told& told);

// The steps of the service after the program of a job has read an archive: looks texts up or
// registers them. Names are those inside the archive.

// The end of the job. Kinds without further steps are done.
JobEnd finish_job(SharedRegistry& registry, const Limits& limits, const Job& job,
                  const std::filesystem::path& folder, const Told& told);

}  // namespace whorl::serve
