#include "jobs/collection/tasks/board.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/new_file.h"
#include "base/try.h"
#include "jobs/collection/tasks/output_steps.h"
#include "jobs/collection/tasks/round_steps.h"
#include "jobs/collection/tasks/sketch_steps.h"

namespace whorl::internal::tasks {
namespace {

constexpr const char* kDoneFolder = "done";
constexpr const char* kLockFolder = "locks";

// A step that is one task.
template <class Step>
auto alone(Step step) {
  return [step](const Job& job, std::uint32_t) { return step(job); };
}

// A step of a round.
template <class Step>
auto in_round(unsigned round, Step step) {
  return [round, step](const Job& job, std::uint32_t task) { return step(job, round, task); };
}

std::string task_name(const Phase& phase, std::uint32_t task) {
  return phase.name + "-" + std::to_string(task);
}

}  // namespace

Result<void> Board::prepare(const Plan& plan) {
  for (const char* folder : {kDoneFolder, kLockFolder, "work", "sketch"}) {
    WHORL_RETURN_IF_ERROR(base::make_folder(plan.folder / folder));
  }
  return {};
}

Result<std::vector<Phase>> Board::phases() const {
  const std::uint32_t tasks = job_.plan.tasks();
  const bool single = job_.plan.asked.cluster.thresholds.linkage == Linkage::single;
  std::vector<Phase> all = {{"sketch", tasks, sketch},
                            {"rank", 1, alone(rank)},
                            {"prefixes", tasks, take_prefixes},
                            {"lists", tasks, make_lists}};
  unsigned round = 0;
  for (bool settled = false; !settled; ++round) {
    const std::string number = "-" + std::to_string(round);
    all.push_back({"hand-out" + number, tasks, in_round(round, hand_out)});
    all.push_back({"count" + number, tasks, in_round(round, count_candidates)});
    if (single) break;
    all.push_back({"settle" + number, 1,
                   [round](const Job& job, std::uint32_t) { return settle(job, round); }});
    if (!is_done(all.back(), 0)) return all;
    WHORL_ASSIGN_OR_RETURN(settled, read_is_settled(job_, round + 1));
  }
  all.push_back({"clusters", 1,
                 [round](const Job& job, std::uint32_t) { return form_clusters(job, round); }});
  all.push_back({"write", tasks, write_part});
  all.push_back({"finish", 1, alone(finish)});
  return all;
}

base::FileSystem::Path Board::mark(const Phase& phase, std::uint32_t task) const {
  return job_.plan.folder / kDoneFolder / task_name(phase, task);
}

bool Board::is_done(const Phase& phase, std::uint32_t task) const {
  std::error_code ignored;
  return std::filesystem::exists(mark(phase, task), ignored);
}

std::uint32_t Board::done(const Phase& phase) const {
  std::uint32_t sum = 0;
  for (std::uint32_t task = 0; task < phase.tasks; ++task) sum += is_done(phase, task);
  return sum;
}

Result<std::optional<Board::Claim>> Board::claim(const Phase& phase) const {
  for (std::uint32_t task = 0; task < phase.tasks; ++task) {
    if (is_done(phase, task)) continue;
    const auto path = job_.plan.folder / kLockFolder / task_name(phase, task);
    base::Descriptor lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    if (lock.get() < 0) {
      return fail(ErrorCode::io, path.string() + ": cannot be opened (" + std::strerror(errno) +
                                     "): check the permissions of the folder");
    }
    if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno == EWOULDBLOCK) continue;
      return fail(ErrorCode::io, path.string() + ": cannot be locked (" + std::strerror(errno) +
                                     "): the file system of the folder must support flock");
    }
    // Another process may have finished it before the lock was taken.
    if (!is_done(phase, task)) return Claim{phase, task, std::move(lock)};
  }
  return std::nullopt;
}

Result<void> Board::run(const Claim& claim) const {
  WHORL_RETURN_IF_ERROR(claim.phase.run(job_, claim.task));
  return base::replace_file(base::FileSystem::real(), mark(claim.phase, claim.task), "");
}

}  // namespace whorl::internal::tasks
