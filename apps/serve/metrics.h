// Counters of the service in the format of Prometheus.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace whorl::serve {

// Upper bounds of the buckets of durations, in seconds. A last bucket has no bound.
inline constexpr std::array kSecondsBuckets = {0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0};

class Metrics {
 public:
  // Counts an answered request. `endpoint` is the path in the table, never text from the caller.
  void answered(const std::string& endpoint, unsigned status, double seconds);

  std::atomic<std::uint64_t> connections{0};  // open ones
  std::atomic<std::uint64_t> streams{0};      // open event streams
  std::atomic<std::uint64_t> waiting{0};      // requests in progress
  std::atomic<std::uint64_t> refused{0};      // connections over the limit
  std::atomic<std::uint64_t> uploads{0};      // archives being received

  std::string text() const;

 private:
  struct Durations {
    std::array<std::uint64_t, kSecondsBuckets.size() + 1> counts{};
    double sum = 0;
  };

  mutable std::mutex mutex_;
  std::map<std::pair<std::string, unsigned>, std::uint64_t> requests_;
  std::map<std::string, Durations> durations_;
};

}  // namespace whorl::serve
