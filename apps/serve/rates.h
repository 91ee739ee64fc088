// Rates: how many requests each client has left, of so many a minute.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace whorl::serve {

class Rates {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Rates(std::uint64_t a_minute) : a_minute_(static_cast<double>(a_minute)) {}

  // Whether a client may have one more now. What it left unused in a minute is lost. From any
  // thread.
  bool take(const std::string& client, Clock::time_point now = Clock::now());

 private:
  struct Left {
    double requests;
    Clock::time_point since;
  };
  void forget(Clock::time_point now);

  const double a_minute_;
  std::mutex mutex_;
  std::map<std::string, Left> left_;
};

}  // namespace whorl::serve
