// Processor time that work takes, in seconds. Other programs on the machine do not change it.
#pragma once

#include <ctime>

namespace whorl {

template <class Work>
double processor_seconds(Work work) {
  const std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

}  // namespace whorl
