// A Progress for tests: it asks to stop at one of the questions of the work.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "whorl/progress.h"

namespace whorl::test {

// Answers the first `questions` calls of cancelled() with no, and each later one with yes.
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
