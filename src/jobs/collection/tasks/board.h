// Which task is run next: the phases in order, each of which needs the one before.
//
// A task is held by a lock on a file, which the system releases where the process ends, however it
// ends. A task that is done leaves a mark.
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

  // The phases that are known: those of rounds that may not be needed come when the round before is
  // decided.
  Result<std::vector<Phase>> phases() const;
  bool is_done(const Phase& phase, std::uint32_t task) const;
  std::uint32_t done(const Phase& phase) const;

  // A task that nobody else may run meanwhile.
  struct Claim {
    const Phase& phase;
    std::uint32_t task;
    base::Descriptor lock;
  };
  // A task of the phase that is not done, and that nobody runs.
  Result<std::optional<Claim>> claim(const Phase& phase) const;
  Result<void> run(const Claim& claim) const;

 private:
  base::FileSystem::Path mark(const Phase& phase, std::uint32_t task) const;

  const Job& job_;
};

}  // namespace whorl::internal::tasks
