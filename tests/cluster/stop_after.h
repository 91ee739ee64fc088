// Progress that stops the job after a number of documents.
#pragma once

#include <algorithm>
#include <atomic>

#include "whorl/progress.h"

namespace whorl::test {

class StopAfter final : public Progress {
 public:
  explicit StopAfter(std::uint64_t steps) : left_(steps) {}
  void phase(std::string_view, std::uint64_t) override {}
  void advance(std::uint64_t steps) override { left_ -= std::min(left_.load(), steps); }
  bool cancelled() const override { return left_ == 0; }

 private:
  // The job's threads ask while the caller's thread counts.
  std::atomic<std::uint64_t> left_;
};

}  // namespace whorl::test
