// The folder of jobs on disk. `uploads/` contains incoming files. `jobs/ID/` contains one job:
// job.json, the upload until the job ends, and its report. Only entries with a random name made by
// the service are removed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "serve/job.h"
#include "whorl/result.h"

namespace whorl::serve {

// An upload, and its name in the folder of its job.
struct IncomingFile {
  std::filesystem::path path;
  std::string name;
};

// A file outside a job's folder that has a fixed name inside it.
struct LinkedInput {
  std::filesystem::path target;
  std::string name;
};

// The inputs of a job.
struct JobInputs {
  std::vector<IncomingFile> files;  // the first is the input of its program
  std::vector<LinkedInput> links = {};
  std::string review = {};  // verdicts; empty: none
};

// An upload begins only if the disk has this many bytes free.
inline constexpr std::uint64_t kLeastFree = 256 << 20;

class WorkFolder {
 public:
  // Creates it if it does not exist, accessible only by its owner. Fails if another service uses
  // it.
  static Result<WorkFolder> open(const std::filesystem::path& folder);
  WorkFolder(WorkFolder&& other) noexcept;
  ~WorkFolder();

  // The existing jobs. Removes uploads that never became a job, and folders without job.json.
  std::vector<Job> load() const;

  std::filesystem::path new_upload() const;
  std::filesystem::path of(const Job& job) const { return folder_ / "jobs" / job.id; }
  std::filesystem::path report(const Job& job, const std::string& file) const;

  // Moves the inputs into the job's folder; then the job is on the disk.
  Result<void> begin(const Job& job, const JobInputs& inputs) const;
  Result<void> save(const Job& job) const;
  // The review file of a job; one without verdicts if it has none.
  Result<std::string> review(const Job& job) const;
  Result<void> save_review(const Job& job, const std::string& text) const;
  // All except the report and the review: no uploaded file outlives its job.
  void erase_inputs(const Job& job) const;
  void erase(const Job& job) const;
  // Of all that is in the folder of a job.
  std::uint64_t bytes_of(const Job& job) const;
  std::uint64_t free_bytes() const;

 private:
  WorkFolder(std::filesystem::path folder, int lock) : folder_(std::move(folder)), lock_(lock) {}

  std::filesystem::path folder_;
  int lock_ = -1;
};

}  // namespace whorl::serve
