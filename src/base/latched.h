// Progress of a caller that may change its mind: once it was asked to stop, it stays so.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "whorl/progress.h"

namespace whorl::internal::base {

// Passes everything on. A job whose stages ask one by one needs it: a stage that left work out must
// not be followed by one that goes on.
class Latched final : public Progress {
 public:
  explicit Latched(Progress& progress) : progress_(progress) {}
  void phase(std::string_view name, std::uint64_t total) override { progress_.phase(name, total); }
  void advance(std::uint64_t steps) override { progress_.advance(steps); }
  bool cancelled() const override {
    if (!cancelled_ && progress_.cancelled()) cancelled_ = true;
    return cancelled_;
  }

 private:
  Progress& progress_;
  mutable std::atomic<bool> cancelled_ = false;
};

}  // namespace whorl::internal::base
