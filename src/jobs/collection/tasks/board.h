// Runs the phases in order; each phase needs the results of the one before.
//
// A process owns a task while it has the lock on the task's file. The system releases the lock when
// the process ends, even if it is killed. A finished task has a file in the folder `done`.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "jobs/collection/tasks/job.h"

namespace whorl::internal::tasks {

struct Phase {
  std::string name;
  std::uint32_t tasks = 1;
  std::function<Result<void>(const Job&, std::uint32_t task)> run;
};

class Board {
 public:
  explicit Board(const Job& job) : job_(job) {}

  // Makes the folders of locks and marks.
  static Result<void> prepare(const Plan& plan);

  // The phases that are known now. A round is added after the one before, if it is needed.
  Result<std::vector<Phase>> phases() const;
  bool is_done(const Phase& phase, std::uint32_t task) const;
  std::uint32_t done(const Phase& phase) const;

  // A task that only this process may run, while `lock` is open.
  struct Claim {
    const Phase& phase;
    std::uint32_t task;
    base::Descriptor lock;
  };
  // Locks a task of the phase that is not done and not locked by another process. Nothing: there is
  // none.
  Result<std::optional<Claim>> claim(const Phase& phase) const;
  Result<void> run(const Claim& claim) const;

 private:
  base::FileSystem::Path mark(const Phase& phase, std::uint32_t task) const;

  const Job& job_;
};

}  // namespace whorl::internal::tasks
