// One run of a job: its process, what it tells of its progress, and how it ended.
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

// `told` is given each state of progress, and answers whether to go on; a run that may not is
// killed, and its end says nothing.
using Told = std::function<bool(const std::string& phase, std::uint64_t done, std::uint64_t total)>;

JobEnd run_job(const Job& job, const JobPlace& place, const Limits& limits, const Told& told);

// What the service itself does with what a job's program made of an archive: texts are looked up or
// registered, and names are those inside the archive.

// How the job ends. Of kinds that need nothing more: it is done.
JobEnd finish_job(SharedRegistry& registry, const Limits& limits, const Job& job,
                  const std::filesystem::path& folder, const Told& told);

}  // namespace whorl::serve
