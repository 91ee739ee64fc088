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

// Writes the plan to `folder`, which is new or empty. Most phases then have exactly `tasks` tasks;
// some of them may have no input. Each input file belongs to one task. Reads no document.
//
// Errors: those of dedup() for options and paths; unsupported, with the name of the option, for an
// option that tasks do not have: `against`, `annotate`, `keep`, `drop_clusters_over`, `weight`, a
// field of groups, containment, `common`, sketches `min:S`, `verify` false, a chosen method of
// pairs, standard input, and outputs that are not JSON lines or ids.
Result<void> plan_tasks(const DedupOptions& options, std::uint32_t tasks, const std::string& folder,
                        Progress& progress);

enum class TaskState : std::uint8_t {
  ran,       // a task was run to its end
  waits,     // no task is free: other processes run tasks that must be done first
  finished,  // the output files are in their place
};

struct TaskRun {
  TaskState state = TaskState::finished;
  std::string task = {};  // "sketch 3", of one that was run
};

// Runs one task that is not done and that no other process runs. `threads`: 0 is one a core. Call
// it until it returns `finished`. After `waits`, pause (about 0.5 seconds) before the next call.
//
// Memory: the limit of the plan, about 80 bytes for each document of the whole collection, and the
// task's part of the lists and candidates. Errors: not_found if the folder has no plan;
// invalid_argument if the inputs, the working folder or the version of whorl are not those of the
// plan; corrupt for a damaged file; cancelled; and those of dedup(). After an error, the next call
// runs the task again.
Result<TaskRun> run_task(const std::string& folder, unsigned threads, Progress& progress);

struct TasksStatus {
  struct Phase {
    std::string name;
    std::uint32_t tasks = 0;
    std::uint32_t done = 0;
  };
  std::vector<Phase> phases;  // later rounds are listed once they are needed
  bool finished = false;
  DedupSummary summary;  // set if finished; its `found` has only `candidates` and `skipped`
};

Result<TasksStatus> tasks_status(const std::string& folder);

}  // namespace whorl
