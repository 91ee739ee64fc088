// Deduplication as tasks over files, for collections that are too large for one process.
//
// A folder contains a plan and the files that its tasks write. Any number of processes, on machines
// that share the folder, call run_task() until all tasks are done. If a process dies, its task is
// run again. The output files equal those of dedup(), byte for byte, for any number of tasks and
// processes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "whorl/dedup.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl {

// Writes the plan to `folder`, which must be new or empty. Most phases then have exactly `tasks`
// tasks; some tasks may have no input. Each input file belongs to one task. Reads no document.
//
// Fails with the errors of dedup() for options and paths. Fails with unsupported, and names the
// option, if tasks do not support it: `against`, `annotate`, `keep`, `drop_clusters_over`,
// `weight`, a field of groups, containment, `common`, sketches `min:S`, `verify` false, a chosen
// method for pairs, standard input, and outputs other than JSON lines or ids.
Result<void> plan_tasks(const DedupOptions& options, std::uint32_t tasks, const std::string& folder,
                        Progress& progress);

enum class TaskState : std::uint8_t {
  ran,       // this call ran a task to its end
  waits,     // no task is free; other processes run tasks that must be done first
  finished,  // all output files are complete and at their final paths
};

struct TaskRun {
  TaskState state = TaskState::finished;
  std::string task = {};  // name of the task that ran, for example "sketch 3"
};

// Runs one task that is not done and that no other process runs. `threads`: 0 means one per core.
// Call it until it returns `finished`. After `waits`, pause about 0.5 seconds before the next call.
//
// Memory: the limit of the plan, about 80 bytes per document of the whole collection, and the lists
// and candidates of the task. Fails with not_found if the folder has no plan. Fails with
// invalid_argument if the inputs, the working folder or the version of whorl differ from those of
// the plan. Fails with corrupt if a file is damaged, with cancelled if `progress` is cancelled, and
// with the errors of dedup(). After an error, the next call runs the task again.
Result<TaskRun> run_task(const std::string& folder, unsigned threads, Progress& progress);

struct TasksStatus {
  struct Phase {
    std::string name;
    std::uint32_t tasks = 0;
    std::uint32_t done = 0;
  };
  std::vector<Phase> phases;  // later rounds are listed when they are needed
  bool finished = false;
  DedupSummary summary;  // set if finished; its `found` has only `candidates` and `skipped`
};

// Returns the progress of the plan in `folder`. Fails with not_found if the folder has no plan.
Result<TasksStatus> tasks_status(const std::string& folder);

}  // namespace whorl
