// Processor time of the calling thread, which other work on the machine does not lengthen.
#pragma once

#include <ctime>

namespace whorl::internal::lab {

class CpuClock {
 public:
  double seconds() const { return now() - begin_; }

 private:
  static double now() {
    timespec time = {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
  }

  double begin_ = now();
};

}  // namespace whorl::internal::lab
