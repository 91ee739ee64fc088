// A Progress that stays cancelled.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "whorl/progress.h"

namespace whorl::internal::base {

// Stays cancelled after it was cancelled once, even if the caller's Progress does not. A job of
// several stages needs it: a later stage must not run on the incomplete result of a stage that was
// cancelled.
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
