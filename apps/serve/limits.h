// Limits of one client, one request and one job. One row each in a table, which the flag --limit,
// help and the documents iterate over.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

#include "whorl/result.h"

namespace whorl::serve {

// Rates: how many requests each client may still send in this minute.

class Rates {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Rates(std::uint64_t a_minute) : a_minute_(static_cast<double>(a_minute)) {}

  // True if a client may send one more now. Unused requests of a minute are lost. Callable from any
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

struct Limits {
  std::uint64_t header = 16 << 10;        // bytes of a request's head
  std::uint64_t body = 16 << 20;          // bytes of a text
  std::uint64_t upload = 512 << 20;       // bytes of an archive
  std::uint64_t seconds = 20;             // for a request and for its answer
  std::uint64_t upload_seconds = 600;     // for an archive, and for a report
  std::uint64_t connections = 4000;       // at once
  std::uint64_t uploads = 4;              // at once
  std::uint64_t attachments = 64;         // that wait for their comparisons
  std::uint64_t requests = 256;           // waiting for an answer at once
  std::uint64_t minute = 6000;            // requests of one client in a minute
  std::uint64_t jobs = 1;                 // running at once
  std::uint64_t waiting = 50;             // jobs that wait their turn
  std::uint64_t job_memory = 4ull << 30;  // bytes of a job
  std::uint64_t job_file = 8ull << 30;    // bytes of a file that a job writes
  std::uint64_t job_seconds = 1800;       // of a job
  std::uint64_t keep_days = 30;           // that a report is kept
  std::uint64_t reports = 100ull << 30;   // bytes of all reports, those in the trash too
  std::uint64_t trash_seconds = 86'400;   // that what was erased can be restored
};

struct LimitRow {
  std::string_view name;
  std::uint64_t Limits::*value;
  std::uint64_t most;
  std::string_view meaning;
};
std::span<const LimitRow> limit_rows();

// "body=8M" or several, separated by commas; K, M and G are powers of 1024. The error lists the
// valid names.
Result<void> set_limits(Limits& limits, std::string_view words);

}  // namespace whorl::serve
