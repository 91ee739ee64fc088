// Progress of work that is too short for a phase; it can be cancelled.
#pragma once

#include "whorl/progress.h"

namespace whorl::internal::base {

class Unshown final : public Progress {
 public:
  explicit Unshown(const Progress& progress) : progress_(progress) {}
  void phase(std::string_view, std::uint64_t) override {}
  void advance(std::uint64_t) override {}
  bool cancelled() const override { return progress_.cancelled(); }

 private:
  const Progress& progress_;
};

}  // namespace whorl::internal::base
