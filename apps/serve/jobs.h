// Jobs: what waits, what runs, and the reports that are kept. Every method may be called from any
// thread.
#pragma once

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "serve/job.h"
#include "serve/job_run.h"
#include "serve/limits.h"
#include "serve/work_folder.h"

namespace whorl::serve {

struct NewJob {
  std::string owner;
  std::filesystem::path upload;
  std::string upload_name;  // as the job calls it
  std::vector<std::string> arguments;
};

class Jobs {
 public:
  // Jobs that a kill cut off begin again; one that was cut off three times is lost.
  Jobs(WorkFolder folder, std::string program, const Limits& limits);
  // Those that run are killed; the next service begins them again.
  ~Jobs();

  const WorkFolder& folder() const { return folder_; }

  Result<Job> add(NewJob job);
  std::optional<Job> find(const std::string& id) const;
  std::vector<Job> all() const;  // newest first
  // Ends it, where it has not ended, and erases all of it.
  void remove(const std::string& id);

 private:
  void work();
  // What is next, or nothing when the service stops.
  std::optional<Job> next();
  void run(Job job);
  bool goes_on(const std::string& id, const std::string& phase, std::uint64_t done,
               std::uint64_t total);
  void end(Job job, const JobEnd& how);
  void adopt(Job job);
  void erase_expired();

  const WorkFolder folder_;
  const std::string program_;
  const Limits limits_;
  mutable std::mutex mutex_;  // of everything below
  std::condition_variable changed_;
  std::map<std::string, Job> jobs_;
  std::deque<std::string> waiting_;
  bool stopping_ = false;
  std::vector<std::jthread> workers_;
};

}  // namespace whorl::serve
