// What the service counts, as Prometheus reads it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace whorl::serve {

// Upper ends of the buckets of durations, in seconds; a last one has no end.
inline constexpr std::array kSecondsBuckets = {0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0};

class Metrics {
 public:
  // A request that was answered. `endpoint` is its row's path, never what the caller wrote.
  void answered(const std::string& endpoint, unsigned status, double seconds);

  std::atomic<std::uint64_t> connections{0};  // open ones
  std::atomic<std::uint64_t> streams{0};      // of events, open ones
  std::atomic<std::uint64_t> waiting{0};      // requests that are being answered
  std::atomic<std::uint64_t> refused{0};      // connections beyond the limit
  std::atomic<std::uint64_t> uploads{0};      // archives that are coming in

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
