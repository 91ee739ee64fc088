// A Progress that asks to stop at one of the calls of cancelled().
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "whorl/progress.h"

namespace whorl::test {

// cancelled() returns false `questions` times, and true from then on.
class StopAtQuestion final : public Progress {
 public:
  explicit StopAtQuestion(int questions) : left_(questions) {}
  void phase(std::string_view, std::uint64_t) override {}
  void advance(std::uint64_t) override {}
  bool cancelled() const override { return --left_ < 0; }

 private:
  mutable std::atomic<int> left_;
};

}  // namespace whorl::test
