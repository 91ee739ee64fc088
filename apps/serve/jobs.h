// Jobs: those that wait or run, and the reports that are kept. Every method may be called from any
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
  std::string name = {};
  std::vector<std::string> arguments = {};
  std::map<std::string, std::string> asked = {};
};

// Processes the files that the program of a job left in its folder.
using JobFinish =
    std::function<JobEnd(const Job& job, const std::filesystem::path& folder, const Told& told)>;

class Jobs {
 public:
  // Jobs that a crash interrupted start again. A job that was interrupted three times is lost.
  Jobs(WorkFolder folder, std::string program, const Limits& limits);
  // Kills running jobs; the next service starts them again.
  ~Jobs();

  // Call once: starts to run jobs. `finish` is called for each job whose program is done, and
  // `tidy` each time after expired jobs were erased.
  void start(JobFinish finish, std::function<void()> tidy);

  const WorkFolder& folder() const { return folder_; }
  const std::string& program() const { return program_; }  // the program that jobs run
  Attachments& attachments() { return attachments_; }

  Result<Job> add(NewJob job);
  std::optional<Job> find(const std::string& id) const;
  std::vector<Job> all() const;  // newest first
  // Stops the job if it runs, and erases its files. A finished job of a restorable kind is moved to
  // the trash for Limits::trash_seconds instead, and returned.
  std::optional<Job> remove(const std::string& id);
  // Erases the job at once, also if it is in the trash.
  void erase(const std::string& id);

  // The trash. find(), all() and review() ignore the jobs in it.
  std::optional<Job> find_erased(const std::string& id) const;
  std::vector<Job> all_erased() const;  // newest first
  // Moves the job out of the trash; false if it is not there.
  Result<bool> restore(const std::string& id);
  std::size_t empty_trash();

  // The verdicts on the pairs of a comparison as a review file, which is empty if there are none
  // yet. Fails with not_found if there is no such job, and with unsupported if the job has no
  // report.
  Result<std::string> review(const std::string& id) const;
  Result<void> keep_review(const std::string& id, const std::string& text);

 private:
  void work();
  // Waits for the next job; nothing when the service stops.
  std::optional<Job> next();
  void run(Job job);
  JobEnd run_steps(const Job& job);
  Result<const Job*> compared(const std::string& id) const;
  // The job in the trash, or the one outside of it; null if there is none.
  const Job* find_in(const std::string& id, bool trash) const;
  std::vector<Job> all_in(bool trash) const;
  std::uint64_t bytes_kept() const;
  void drop(std::map<std::string, Job>::iterator job);
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
  std::function<void()> tidy_;
  mutable std::mutex mutex_;  // of everything below
  std::condition_variable changed_;
  std::map<std::string, Job> jobs_;
  std::deque<std::string> waiting_;
  bool stopping_ = false;
  std::vector<std::jthread> workers_;
};

}  // namespace whorl::serve
