#include "serve/job_run.h"

#include <sys/wait.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "serve/child.h"
#include "serve/job_kind.h"
#include "serve/json_text.h"

namespace whorl::serve {
namespace {

constexpr std::size_t kMostMessage = 2000;
// Of whorl's exit statuses.
constexpr int kDone = 0;
constexpr int kInputsSkipped = 2;

// What a child tells: progress as lines of JSON, anything else is what it has to say of its end.
class Telling {
 public:
  void take(const std::string& bytes) {
    rest_ += bytes;
    for (std::size_t end = rest_.find('\n'); end != rest_.npos; end = rest_.find('\n')) {
      take_line(rest_.substr(0, end));
      rest_.erase(0, end + 1);
    }
    if (rest_.size() > kMostMessage) rest_.clear();
  }

  std::string phase;
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  std::string message;

 private:
  void take_line(const std::string& line) {
    const auto json = parse_json(line);
    if (!json.is_object()) {
      message = line.substr(0, kMostMessage);
      return;
    }
    phase = json.value("phase", "");
    done = json.value("done", std::uint64_t{0});
    total = json.value("total", std::uint64_t{0});
  }

  std::string rest_;
};

ChildPlan plan_of(const Job& job, const JobPlace& place, const Limits& limits) {
  const JobKind& kind = kind_of(job);
  ChildPlan plan{.program = place.program,
                 .arguments = kind.arguments(job.upload, limits),
                 .folder = place.folder,
                 .memory = limits.job_memory,
                 .file = limits.job_file,
                 .seconds = limits.job_seconds};
  if (!kind.output.empty()) plan.output = place.folder + "/" + std::string(kind.output);
  for (const auto* more : {&job.arguments, &place.extra}) {
    plan.arguments.insert(plan.arguments.end(), more->begin(), more->end());
  }
  return plan;
}

JobEnd end_of(int status, std::string message) {
  const bool ended = WIFEXITED(status);
  if (ended && WEXITSTATUS(status) == kDone) return {JobState::done};
  if (ended && WEXITSTATUS(status) == kInputsSkipped) {
    return {JobState::done, "some inputs were skipped; the result lists them"};
  }
  if (message.starts_with("whorl: ")) message.erase(0, 7);
  if (message.empty()) message = "the job ended without a word; it may have reached a limit";
  return {JobState::failed, std::move(message)};
}

}  // namespace

JobEnd run_job(const Job& job, const JobPlace& place, const Limits& limits, const Told& told) {
  auto child = Child::start(plan_of(job, place, limits));
  if (!child) return {JobState::failed, child.error().message};
  Telling telling;
  const bool in_time = child->follow(limits.job_seconds, [&](const std::string& bytes) {
    telling.take(bytes);
    return told(telling.phase, telling.done, telling.total);
  });
  const int status = child->wait();
  if (!in_time) return {JobState::failed, "the job took too long, and was ended"};
  return end_of(status, telling.message);
}

}  // namespace whorl::serve
