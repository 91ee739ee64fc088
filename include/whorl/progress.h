// Progress: how long work tells its caller where it is, and learns that it should stop.
#pragma once

#include <cstdint>
#include <string_view>

namespace whorl {

// Implementations must be callable from any thread.
class Progress {
 public:
  virtual ~Progress() = default;
  // A phase begins; `total` steps are expected, 0 when unknown.
  virtual void phase(std::string_view name, std::uint64_t total) = 0;
  virtual void advance(std::uint64_t steps) = 0;
  // True once the caller wants the work to end; the job then returns ErrorCode::cancelled.
  virtual bool cancelled() const { return false; }
};

// Shows nothing and never cancels.
class NoProgress final : public Progress {
 public:
  void phase(std::string_view, std::uint64_t) override {}
  void advance(std::uint64_t) override {}
};

}  // namespace whorl
