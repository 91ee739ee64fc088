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

void Jobs::start(JobFinish finish) {
  finish_ = std::move(finish);
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
  }
  jobs_.emplace(job.id, std::move(job));
}

Result<Job> Jobs::add(NewJob asked) {
  Job job{.id = random_name(),
          .key = random_name(),
          .kind = std::move(asked.kind),
          .owner = std::move(asked.owner),
          .upload = asked.inputs.files.front().name,
          .arguments = std::move(asked.arguments),
          .asked = std::move(asked.asked),
          .created = now()};
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= limits_.waiting) {
      return fail(ErrorCode::cancelled, "too many jobs wait; upload it again later");
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

std::optional<Job> Jobs::find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(id);
  if (found == jobs_.end()) return std::nullopt;
  return found->second;
}

std::vector<Job> Jobs::all() const {
  std::vector<Job> out;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, job] : jobs_) out.push_back(job);
  }
  std::ranges::sort(out, [](const Job& a, const Job& b) {
    return std::tie(b.created, a.id) < std::tie(a.created, b.id);
  });
  return out;
}

void Jobs::remove(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(id);
  if (found == jobs_.end()) return;
  // The folder of a running job is erased after its process ends.
  if (found->second.state != JobState::running) folder_.erase(found->second);
  std::erase(waiting_, id);
  jobs_.erase(found);
}

Result<const Job*> Jobs::compared(const std::string& id) const {
  const auto found = jobs_.find(id);
  if (found == jobs_.end()) return fail(ErrorCode::not_found, "there is no such job");
  const Job& job = found->second;
  if (job.kind == "compare" && job.state == JobState::done) return &job;
  return fail(ErrorCode::unsupported,
              "verdicts are kept of a comparison that is done; GET /api/jobs/{id} tells its state");
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
    if (changed_.wait_for(lock, kBetweenErasures) == std::cv_status::timeout) erase_expired();
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
    found->second = std::move(job);
  }
}

void Jobs::erase_expired() {
  attachments_.erase_expired();
  const std::int64_t oldest = now() - static_cast<std::int64_t>(limits_.keep_days) * kDay;
  std::erase_if(jobs_, [&](const auto& entry) {
    const Job& job = entry.second;
    if (!has_ended(job.state) || job.ended >= oldest) return false;
    folder_.erase(job);
    return true;
  });
}

}  // namespace whorl::serve
