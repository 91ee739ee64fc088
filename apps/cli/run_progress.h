// Progress of one run: a line on the terminal, and the time of each phase.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "whorl/progress.h"

namespace whorl::cli {

using Clock = std::chrono::steady_clock;

struct Phase {
  std::string name;
  std::uint64_t total = 0;  // steps expected, 0 when unknown
  double seconds = 0;       // set at its end
};

// How progress is shown on standard error: not at all, as one line that is rewritten, or as lines
// of JSON for a program.
enum class ProgressStyle { none, line, json };

// Cancelled by interrupted(). Tells where it is at most ten times a second.
class RunProgress final : public Progress {
 public:
  // `visible`: there is a terminal to write to.
  explicit RunProgress(bool visible)
      : style_(visible ? ProgressStyle::line : ProgressStyle::none) {}
  explicit RunProgress(ProgressStyle style) : style_(style) {}
  ~RunProgress() override { finish(); }

  void phase(std::string_view name, std::uint64_t total) override;
  void advance(std::uint64_t steps) override;
  bool cancelled() const override;

  // Ends the last phase and wipes the line.
  void finish();

  const std::vector<Phase>& phases() const { return phases_; }

 private:
  void show(Clock::time_point now);
  void end_phase(Clock::time_point now);

  const ProgressStyle style_;
  std::mutex mutex_;  // of everything below but the atomics
  std::vector<Phase> phases_;
  Clock::time_point begin_;
  bool open_ = false;  // a phase is running
  bool shown_ = false;
  std::atomic<std::uint64_t> done_{0};
  std::atomic<Clock::rep> next_show_{0};
};

// {"phase": "matching", "done": 3, "total": 10}
std::string progress_json(const Phase& phase, std::uint64_t done);

// The line: name, steps, share and remaining time, as far as they are known.
std::string progress_line(const Phase& phase, std::uint64_t done, double seconds);

}  // namespace whorl::cli
