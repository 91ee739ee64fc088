// Jobs: what waits, what runs, and the reports that are kept. Every method may be called from any
// thread.
#pragma once

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "serve/attachments.h"
#include "serve/job.h"
#include "serve/job_run.h"
#include "serve/limits.h"
#include "serve/work_folder.h"

namespace whorl::serve {

struct NewJob {
  std::string kind;  // the name of a row of job_kinds()
  std::string owner;
  JobInputs inputs;
  std::vector<std::string> arguments = {};
  std::map<std::string, std::string> asked = {};
};

// What the service does with what the program of a job left in its folder.
using JobFinish =
    std::function<JobEnd(const Job& job, const std::filesystem::path& folder, const Told& told)>;

class Jobs {
 public:
  // Jobs that a kill cut off begin again; one that was cut off three times is lost.
  Jobs(WorkFolder folder, std::string program, const Limits& limits);
  // Those that run are killed; the next service begins them again.
  ~Jobs();

  // To be called once: from here on jobs run, and `finish` is called for each whose program is
  // done.
  void start(JobFinish finish);

  const WorkFolder& folder() const { return folder_; }
  const std::string& program() const { return program_; }  // that jobs run
  Attachments& attachments() { return attachments_; }

  Result<Job> add(NewJob job);
  std::optional<Job> find(const std::string& id) const;
  std::vector<Job> all() const;  // newest first
  // Ends it, where it has not ended, and erases all of it.
  void remove(const std::string& id);

  // Verdicts on the pairs of a comparison, as a review file; those of one that has none yet are
  // empty. Fails with not_found where there is no such job, unsupported where it has no report.
  Result<std::string> review(const std::string& id) const;
  Result<void> keep_review(const std::string& id, const std::string& text);

 private:
  void work();
  // What is next, or nothing when the service stops.
  std::optional<Job> next();
  void run(Job job);
  JobEnd run_steps(const Job& job);
  Result<const Job*> compared(const std::string& id) const;
  bool goes_on(const std::string& id, const std::string& phase, std::uint64_t done,
               std::uint64_t total);
  void end(Job job, const JobEnd& how);
  void adopt(Job job);
  void erase_expired();

  const WorkFolder folder_;
  const std::string program_;
  const Limits limits_;
  Attachments attachments_{folder_, limits_.attachments};
  JobFinish finish_;
  mutable std::mutex mutex_;  // of everything below
  std::condition_variable changed_;
  std::map<std::string, Job> jobs_;
  std::deque<std::string> waiting_;
  bool stopping_ = false;
  std::vector<std::jthread> workers_;
};

}  // namespace whorl::serve
