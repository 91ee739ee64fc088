// The folder of jobs on disk: `uploads/` holds what comes in, `jobs/ID/` one job: job.json, what
// was uploaded until the job ends, and its report. Only what bears a random name of ours is erased.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "serve/job.h"
#include "whorl/result.h"

namespace whorl::serve {

class WorkFolder {
 public:
  // Makes it where it is not there, for its owner alone. Fails where another service uses it.
  static Result<WorkFolder> open(const std::filesystem::path& folder);
  WorkFolder(WorkFolder&& other) noexcept;
  ~WorkFolder();

  // The jobs that are there. Uploads that never became one are erased, and folders without
  // job.json.
  std::vector<Job> load() const;

  std::filesystem::path new_upload() const;
  std::filesystem::path of(const Job& job) const { return folder_ / "jobs" / job.id; }
  std::filesystem::path report(const Job& job, const std::string& file) const;

  // Takes the upload into the job's folder; the job is on the disk then.
  Result<void> begin(const Job& job, const std::filesystem::path& upload) const;
  Result<void> save(const Job& job) const;
  // All but the report: no uploaded file outlives its job.
  void erase_inputs(const Job& job) const;
  void erase(const Job& job) const;
  std::uint64_t free_bytes() const;

 private:
  WorkFolder(std::filesystem::path folder, int lock) : folder_(std::move(folder)), lock_(lock) {}

  std::filesystem::path folder_;
  int lock_ = -1;
};

}  // namespace whorl::serve
