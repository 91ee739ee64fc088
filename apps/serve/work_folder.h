// The folder of jobs on disk: `uploads/` holds what comes in, `jobs/ID/` one job: job.json, what
// was uploaded until the job ends, and its report. Only what bears a random name of ours is erased.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "serve/job.h"
#include "whorl/result.h"

namespace whorl::serve {

// An upload, and what it is called in the folder of its job.
struct IncomingFile {
  std::filesystem::path path;
  std::string name;
};

// What a job finds in its folder by a name of its own, and is elsewhere.
struct LinkedInput {
  std::filesystem::path target;
  std::string name;
};

// What a job begins with.
struct JobInputs {
  std::vector<IncomingFile> files;  // the first is what its program is given
  std::vector<LinkedInput> links = {};
  std::string review = {};  // verdicts; empty: none
};

// No upload begins with fewer bytes of the disk free.
inline constexpr std::uint64_t kLeastFree = 256 << 20;

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

  // Takes the inputs into the job's folder; the job is on the disk then.
  Result<void> begin(const Job& job, const JobInputs& inputs) const;
  Result<void> save(const Job& job) const;
  // The review file of a job; one without verdicts where it has none.
  Result<std::string> review(const Job& job) const;
  Result<void> save_review(const Job& job, const std::string& text) const;
  // All but the report and the review: no uploaded file outlives its job.
  void erase_inputs(const Job& job) const;
  void erase(const Job& job) const;
  std::uint64_t free_bytes() const;

 private:
  WorkFolder(std::filesystem::path folder, int lock) : folder_(std::move(folder)), lock_(lock) {}

  std::filesystem::path folder_;
  int lock_ = -1;
};

}  // namespace whorl::serve
