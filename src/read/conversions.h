// What the converters of one run may do, all together.
#pragma once

#include <atomic>
#include <string_view>

#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::read {

// Shared by the threads of a run.
class Conversions {
 public:
  // Of processors, for all documents together: a folder of documents that each take as long as one
  // may would otherwise hold up a run for days.
  static constexpr double kSeconds = 3600;

  // `allowed`: whether other programs may be started at all.
  explicit Conversions(bool allowed = true, double seconds = kSeconds)
      : allowed_(allowed), seconds_(seconds) {}

  // Fails with a sentence for Skipped::reason where `program` may not be started, or not any more.
  Result<void> begin(std::string_view program) const;
  // Whose wish to end ends a program at work too. To be called before any begins.
  void watch(const Progress* progress) { progress_ = progress; }
  const Progress* watched() const { return progress_; }
  void took(double seconds) { used_.fetch_add(seconds, std::memory_order_relaxed); }

 private:
  const bool allowed_;
  const double seconds_;
  const Progress* progress_ = nullptr;
  std::atomic<double> used_ = 0;
};

}  // namespace whorl::internal::read
