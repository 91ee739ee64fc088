#include "serve/jobs.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "serve/time.h"

namespace whorl::serve {
namespace {

constexpr std::uint32_t kMostBeginnings = 3;
constexpr std::int64_t kDay = 86'400;
constexpr auto kBetweenErasures = std::chrono::minutes(1);

bool has_ended(JobState state) { return state > JobState::running; }

}  // namespace

Jobs::Jobs(WorkFolder folder, std::string program, const Limits& limits)
    : folder_(std::move(folder)), program_(std::move(program)), limits_(limits) {
  std::vector<Job> found = folder_.load();
  std::ranges::sort(found, {}, &Job::created);
  for (Job& job : found) adopt(std::move(job));
  erase_expired();
}

void Jobs::start(JobFinish finish, std::function<void()> tidy) {
  finish_ = std::move(finish);
  tidy_ = std::move(tidy);
  tidy_();
  for (std::uint64_t i = 0; i < limits_.jobs; ++i) workers_.emplace_back([this] { work(); });
}

Jobs::~Jobs() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  workers_.clear();
}

void Jobs::adopt(Job job) {
  if (!has_ended(job.state)) {
    job.state = job.begun < kMostBeginnings ? JobState::waiting : JobState::lost;
    if (job.state == JobState::lost) {
      job.ended = now();
      job.message = "the service ended three times while this job ran; upload it again";
      (void)folder_.save(job);
    }
  }
  if (job.state == JobState::waiting) {
    waiting_.push_back(job.id);
  } else {
    folder_.erase_inputs(job);
    job.bytes = folder_.bytes_of(job);
  }
  jobs_.emplace(job.id, std::move(job));
}

Result<Job> Jobs::add(NewJob asked) {
  Job job{.id = random_name(),
          .key = random_name(),
          .kind = std::move(asked.kind),
          .owner = std::move(asked.owner),
          .upload = asked.inputs.files.front().name,
          .name = job_name(asked.name),
          .arguments = std::move(asked.arguments),
          .asked = std::move(asked.asked),
          .created = now()};
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= limits_.waiting) {
      return fail(ErrorCode::cancelled, "too many jobs are waiting; upload it again later");
    }
    if (bytes_kept() >= limits_.reports) {
      return fail(ErrorCode::disk_full,
                  "the stored reports, including the trash, have reached the limit 'reports'; "
                  "erase some, and ask an administrator to empty the trash");
    }
  }
  if (const auto begun = folder_.begin(job, asked.inputs); !begun) {
    return tl::unexpected(begun.error());
  }
  {
    const std::lock_guard lock(mutex_);
    jobs_.emplace(job.id, job);
    waiting_.push_back(job.id);
  }
  changed_.notify_one();
  return job;
}

const Job* Jobs::find_in(const std::string& id, bool trash) const {
  const auto found = jobs_.find(id);
  const bool there = found != jobs_.end() && (found->second.erased != 0) == trash;
  return there ? &found->second : nullptr;
}

std::optional<Job> Jobs::find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const Job* const job = find_in(id, false);
  return job == nullptr ? std::nullopt : std::optional(*job);
}

std::optional<Job> Jobs::find_erased(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const Job* const job = find_in(id, true);
  return job == nullptr ? std::nullopt : std::optional(*job);
}

std::vector<Job> Jobs::all() const { return all_in(false); }

std::vector<Job> Jobs::all_erased() const { return all_in(true); }

std::vector<Job> Jobs::all_in(bool trash) const {
  std::vector<Job> out;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, job] : jobs_) {
      if ((job.erased != 0) == trash) out.push_back(job);
    }
  }
  std::ranges::sort(out, [](const Job& a, const Job& b) {
    return std::tie(b.created, a.id) < std::tie(a.created, b.id);
  });
  return out;
}

std::uint64_t Jobs::bytes_kept() const {
  std::uint64_t bytes = 0;
  for (const auto& [id, job] : jobs_) bytes += job.bytes;
  return bytes;
}

void Jobs::drop(std::map<std::string, Job>::iterator job) {
  // The folder of a running job is erased when its process has ended.
  if (job->second.state != JobState::running) folder_.erase(job->second);
  std::erase(waiting_, job->first);
  jobs_.erase(job);
}

std::optional<Job> Jobs::remove(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(id);
  if (found == jobs_.end()) return std::nullopt;
  Job& job = found->second;
  if (kind_of(job).restorable && job.state == JobState::done) {
    job.erased = now();
    if (folder_.save(job)) return job;  // otherwise the disk is full, and erasing frees it
  }
  drop(found);
  return std::nullopt;
}

void Jobs::erase(const std::string& id) {
  const std::lock_guard lock(mutex_);
  if (const auto found = jobs_.find(id); found != jobs_.end()) drop(found);
}

Result<bool> Jobs::restore(const std::string& id) {
  const std::lock_guard lock(mutex_);
  if (find_in(id, true) == nullptr) return false;
  Job& job = jobs_.at(id);
  Job restored = job;
  restored.erased = 0;
  if (auto saved = folder_.save(restored); !saved) return tl::unexpected(saved.error());
  job = std::move(restored);
  return true;
}

std::size_t Jobs::empty_trash() {
  const std::lock_guard lock(mutex_);
  return std::erase_if(jobs_, [&](const auto& entry) {
    if (entry.second.erased == 0) return false;
    folder_.erase(entry.second);
    return true;
  });
}

Result<const Job*> Jobs::compared(const std::string& id) const {
  const Job* const job = find_in(id, false);
  if (job == nullptr) return fail(ErrorCode::not_found, "there is no such job");
  if (job->kind == "compare" && job->state == JobState::done) return job;
  return fail(
      ErrorCode::unsupported,
      "verdicts can be saved only for a finished comparison; GET /api/jobs/{id} shows its state");
}

Result<std::string> Jobs::review(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto job = compared(id);
  if (!job) return tl::unexpected(job.error());
  return folder_.review(**job);
}

Result<void> Jobs::keep_review(const std::string& id, const std::string& text) {
  const std::lock_guard lock(mutex_);
  const auto job = compared(id);
  if (!job) return tl::unexpected(job.error());
  return folder_.save_review(**job, text);
}

void Jobs::work() {
  while (auto job = next()) run(*std::move(job));
}

std::optional<Job> Jobs::next() {
  std::unique_lock lock(mutex_);
  while (waiting_.empty() && !stopping_) {
    if (changed_.wait_for(lock, kBetweenErasures) != std::cv_status::timeout) continue;
    erase_expired();
    lock.unlock();  // it may wait for searches
    tidy_();
    lock.lock();
  }
  if (stopping_) return std::nullopt;
  Job& job = jobs_.at(waiting_.front());
  waiting_.pop_front();
  job.state = JobState::running;
  ++job.begun;
  return job;
}

void Jobs::run(Job job) {
  JobEnd how{JobState::failed, "the disk is full; upload it again later"};
  if (folder_.save(job)) how = run_steps(job);
  end(std::move(job), how);
}

JobEnd Jobs::run_steps(const Job& job) {
  const Told told = [&](const std::string& phase, std::uint64_t done, std::uint64_t total) {
    return goes_on(job.id, phase, done, total);
  };
  const JobPlace place{program_, folder_.of(job).string(), {}};
  JobEnd how = run_job(job, place, limits_, told);
  if (how.state != JobState::done) return how;
  JobEnd finished = finish_(job, folder_.of(job), told);
  if (finished.message.empty()) finished.message = std::move(how.message);
  return finished;
}

bool Jobs::goes_on(const std::string& id, const std::string& phase, std::uint64_t done,
                   std::uint64_t total) {
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(id);
  if (found == jobs_.end() || stopping_) return false;
  found->second.phase = phase;
  found->second.done = done;
  found->second.total = total;
  return true;
}

void Jobs::end(Job job, const JobEnd& how) {
  job.state = how.state;
  job.message = how.message;
  job.ended = now();
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(job.id);
  if (found == jobs_.end()) {
    folder_.erase(job);
  } else if (stopping_ && how.state != JobState::done) {
    --job.begun;  // the job did not cause this, so the try does not count
    job.state = JobState::waiting;
    job.ended = 0;
    (void)folder_.save(job);
  } else {
    (void)folder_.save(job);
    folder_.erase_inputs(job);
    job.bytes = folder_.bytes_of(job);
    found->second = std::move(job);
  }
}

void Jobs::erase_expired() {
  attachments_.erase_expired();
  const std::int64_t oldest = now() - static_cast<std::int64_t>(limits_.keep_days) * kDay;
  const std::int64_t oldest_erased = now() - static_cast<std::int64_t>(limits_.trash_seconds);
  std::erase_if(jobs_, [&](const auto& entry) {
    const Job& job = entry.second;
    const bool restorable = job.erased == 0 || job.erased > oldest_erased;
    if (!has_ended(job.state) || (job.ended >= oldest && restorable)) return false;
    folder_.erase(job);
    return true;
  });
}

}  // namespace whorl::serve
