// Progress: a long job reports its progress to the caller and checks whether it should stop.
#pragma once

#include <cstdint>
#include <string_view>

namespace whorl {

// Implementations must be callable from any thread.
class Progress {
 public:
  virtual ~Progress() = default;
  // Called when a phase begins. `total`: expected number of steps; 0: not known.
  virtual void phase(std::string_view name, std::uint64_t total) = 0;
  // Called when `steps` more steps of the phase are done.
  virtual void advance(std::uint64_t steps) = 0;
  // Returns true if the job should stop. The job then fails with ErrorCode::cancelled.
  virtual bool cancelled() const { return false; }
};

// Shows nothing and never cancels.
class NoProgress final : public Progress {
 public:
  void phase(std::string_view, std::uint64_t) override {}
  void advance(std::uint64_t) override {}
};

}  // namespace whorl
