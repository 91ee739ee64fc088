// What each phase of a job costs: wall clock, processor time and the most memory.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "whorl/progress.h"

namespace whorl::internal::lab {

struct PhaseCost {
  std::string name;
  double seconds = 0;
  double cpu_seconds = 0;                  // of all threads
  std::optional<std::uint64_t> peak = {};  // bytes resident; nothing where the system does not say
};

// Hands on to another progress. Of a phase that comes again both are counted together.
class PhaseMeter final : public Progress {
 public:
  explicit PhaseMeter(Progress& inner) : inner_(inner) {}

  void phase(std::string_view name, std::uint64_t total) override;
  void advance(std::uint64_t steps) override { inner_.advance(steps); }
  bool cancelled() const override { return inner_.cancelled(); }

  // Ends the last phase; all in the order in which they began.
  std::vector<PhaseCost> finish();

 private:
  void end_phase();

  Progress& inner_;
  std::mutex mutex_;
  std::vector<PhaseCost> phases_;
  std::string open_;  // empty: no phase is under way
  std::chrono::steady_clock::time_point begin_;
  double cpu_begin_ = 0;
};

}  // namespace whorl::internal::lab
