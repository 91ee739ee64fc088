#include "whorl/tasks.h"

#include <filesystem>

#include "base/folder.h"
#include "base/guard.h"
#include "base/ownership/folder.h"
#include "base/try.h"
#include "jobs/collection/tasks/board.h"
#include "jobs/collection/tasks/output_steps.h"
#include "jobs/collection/tasks/plan.h"

namespace whorl {

using namespace internal;
using namespace internal::tasks;

namespace {

// Makes the folder of a plan. Removes it again if a step fails.
Result<void> make(const Plan& plan) {
  WHORL_RETURN_IF_ERROR(base::make_folder(plan.folder));
  auto made = Board::prepare(plan);
  if (made) made = save(plan);
  std::error_code ignored;
  if (!made) std::filesystem::remove_all(plan.folder, ignored);
  return made;
}

}  // namespace

Result<void> plan_tasks(const DedupOptions& options, std::uint32_t tasks, const std::string& folder,
                        Progress& progress) try {
  if (!base::ownership::is_free(folder)) {
    return fail(ErrorCode::invalid_argument,
                folder + ": is not empty; name a new folder for the plan and its tasks");
  }
  WHORL_ASSIGN_OR_RETURN(const auto plan, make_plan(options, tasks, folder, progress));
  return make(plan);
} catch (...) {
  return base::caught();
}

Result<TaskRun> run_task(const std::string& folder, unsigned threads, Progress& progress) try {
  WHORL_ASSIGN_OR_RETURN(const auto plan, load_plan(folder));
  const Job job{plan, threads, progress};
  const Board board(job);
  WHORL_ASSIGN_OR_RETURN(const auto phases, board.phases());
  for (const Phase& phase : phases) {
    WHORL_ASSIGN_OR_RETURN(const auto claim, board.claim(phase));
    if (claim) {
      WHORL_RETURN_IF_ERROR(board.run(*claim));
      return TaskRun{TaskState::ran, phase.name + " " + std::to_string(claim->task)};
    }
    if (board.done(phase) < phase.tasks) return TaskRun{TaskState::waits};
  }
  // The last phase that is known may have been done since it was the last.
  return TaskRun{phases.back().name == "finish" ? TaskState::finished : TaskState::waits};
} catch (...) {
  return base::caught();
}

Result<TasksStatus> tasks_status(const std::string& folder) try {
  NoProgress quiet;
  WHORL_ASSIGN_OR_RETURN(const auto plan, load_plan(folder));
  const Job job{plan, 1, quiet};
  const Board board(job);
  TasksStatus status;
  WHORL_ASSIGN_OR_RETURN(const auto phases, board.phases());
  for (const Phase& phase : phases) {
    status.phases.push_back({phase.name, phase.tasks, board.done(phase)});
  }
  status.finished = phases.back().name == "finish" && status.phases.back().done == 1;
  if (status.finished) {
    WHORL_ASSIGN_OR_RETURN(status.summary, read_summary(job));
  }
  return status;
} catch (...) {
  return base::caught();
}

}  // namespace whorl
