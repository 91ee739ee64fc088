// Deduplication as tasks over files: for collections that one process should not read alone.
//
// A folder has a plan, and the files that its tasks leave. Any number of processes, on machines
// that share the folder, call run_task() until nothing is left. A task that died is run again. The
// output files are those of dedup(), byte for byte, however many tasks and processes there are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "whorl/dedup.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl {

// Writes the plan for at most `tasks` tasks a phase to `folder`, which is new or empty. A file of
// the inputs belongs to one task, whole. Reads no document.
//
// Errors: those of dedup() for what is named; unsupported, with its name, for an option that tasks
// do not have: `against`, `annotate`, containment, `common`, sketches `min:S`, `verify` false,
// pairs that are asked for, standard input, and outputs that are not JSON lines or ids.
Result<void> plan_tasks(const DedupOptions& options, std::uint32_t tasks, const std::string& folder,
                        Progress& progress);

enum class TaskState : std::uint8_t {
  ran,       // a task was run to its end
  waits,     // other processes run what comes before the tasks that are left
  finished,  // the output files are in their place
};

struct TaskRun {
  TaskState state = TaskState::finished;
  std::string task = {};  // "sketch 3", of one that was run
};

// Runs one task of the plan that nobody runs, on `threads` threads; 0: one a core. Call it again
// until it is finished; wait a moment where it waits.
//
// Memory: the limit of the plan, and about 80 bytes a document of the whole collection.
// Errors: not_found where there is no plan, invalid_argument for inputs that changed since the
// plan, corrupt for a damaged file, cancelled, and those of dedup(). The task is run again after
// any.
Result<TaskRun> run_task(const std::string& folder, unsigned threads, Progress& progress);

struct TasksStatus {
  struct Phase {
    std::string name;
    std::uint32_t tasks = 0;
    std::uint32_t done = 0;
  };
  std::vector<Phase> phases;  // those that are known; rounds are added while they are needed
  bool finished = false;
};

Result<TasksStatus> tasks_status(const std::string& folder);

}  // namespace whorl
