// What the service itself does with what a job's program made of an archive: texts are looked up or
// registered, and names are those inside the archive.
#pragma once

#include <filesystem>

#include "serve/job.h"
#include "serve/job_run.h"
#include "serve/limits.h"
#include "serve/shared_registry.h"

namespace whorl::serve {

// How the job ends. Of kinds that need nothing more: it is done.
JobEnd finish_job(SharedRegistry& registry, const Limits& limits, const Job& job,
                  const std::filesystem::path& folder, const Told& told);

}  // namespace whorl::serve
