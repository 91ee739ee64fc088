#include "serve/child.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>

#include "base/child_process.h"
#include "base/descriptor.h"

namespace whorl::serve {
namespace {

namespace base = internal::base;

constexpr int kNice = 10;  // added to that of the service

void lower_priority() {
  setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + kNice);
  const sched_param none = {};
  sched_setscheduler(0, SCHED_BATCH, &none);  // it does not preempt tasks that wake up
}

}  // namespace

Result<std::optional<int>> run_child(const ChildPlan& plan,
                                     const std::function<bool(std::string_view)>& goes_on) {
  base::Descriptor output;
  if (!plan.output.empty()) {
    output.reset(open(plan.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (output.get() < 0) {
      return fail(ErrorCode::io, plan.output + " cannot be written for a job");
    }
  }
  base::ChildPlan child{.program = plan.program,
                        .arguments = {"whorl"},
                        .folder = plan.folder,
                        .streams = {-1, output.get(), -1},
                        .watched = STDERR_FILENO,
                        .file_bytes = plan.file,
                        .processor_seconds = plan.seconds,
                        .before_program = lower_priority};
#ifndef WHORL_SANITIZED  // the sanitizers' shadow memory exceeds any limit
  child.memory_bytes = plan.memory;
#endif
  child.arguments.insert(child.arguments.end(), plan.arguments.begin(), plan.arguments.end());
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(plan.seconds);
  const auto end = base::run_child(child, deadline, goes_on);
  if (!end) {
    return fail(ErrorCode::io, plan.program + " cannot be run for a job: " + end.error().message());
  }
  return end->late ? std::nullopt : std::optional(end->status);
}

}  // namespace whorl::serve
