#include "serve/metrics.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace whorl::serve {
namespace {

struct Memory {
  std::uint64_t resident = 0;
  std::uint64_t mapped = 0;  // the part of `resident` that is pages of files
};

Memory memory_of_this_process() {
  std::ifstream stream("/proc/self/statm");
  std::uint64_t all = 0, resident = 0, mapped = 0;
  stream >> all >> resident >> mapped;
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return {resident * page, mapped * page};
}

std::string gauge(std::string_view name, std::uint64_t value, std::string_view help) {
  return fmt::format("# HELP {0} {2}\n# TYPE {0} gauge\n{0} {1}\n", name, value, help);
}

}  // namespace

void Metrics::answered(const std::string& endpoint, unsigned status, double seconds) {
  const std::lock_guard lock(mutex_);
  ++requests_[{endpoint, status}];
  Durations& durations = durations_[endpoint];
  const auto bucket = std::ranges::lower_bound(kSecondsBuckets, seconds);
  ++durations.counts[static_cast<std::size_t>(bucket - kSecondsBuckets.begin())];
  durations.sum += seconds;
}

std::string Metrics::text() const {
  const Memory memory = memory_of_this_process();
  std::string out =
      gauge("whorl_connections", connections, "Open connections.") +
      gauge("whorl_event_streams", streams, "Open streams of events.") +
      gauge("whorl_requests_waiting", waiting, "Requests that are being answered.") +
      gauge("process_resident_memory_bytes", memory.resident, "Memory of the service.") +
      gauge("whorl_mapped_memory_bytes", memory.mapped,
            "Part of it that maps files; the system can reclaim it.") +
      fmt::format(
          "# HELP whorl_connections_refused_total Connections refused because of the limit.\n# "
          "TYPE whorl_connections_refused_total counter\nwhorl_connections_refused_total {}\n",
          refused.load());
  const std::lock_guard lock(mutex_);
  out +=
      "# HELP whorl_requests_total Requests that were answered.\n"
      "# TYPE whorl_requests_total counter\n";
  for (const auto& [key, count] : requests_) {
    out += fmt::format("whorl_requests_total{{endpoint=\"{}\",status=\"{}\"}} {}\n", key.first,
                       key.second, count);
  }
  out +=
      "# HELP whorl_request_seconds From the head of a request to its answer.\n"
      "# TYPE whorl_request_seconds histogram\n";
  for (const auto& [endpoint, durations] : durations_) {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < durations.counts.size(); ++i) {
      count += durations.counts[i];
      const std::string end =
          i < kSecondsBuckets.size() ? fmt::format("{}", kSecondsBuckets[i]) : "+Inf";
      out += fmt::format("whorl_request_seconds_bucket{{endpoint=\"{}\",le=\"{}\"}} {}\n", endpoint,
                         end, count);
    }
    out += fmt::format(
        "whorl_request_seconds_sum{{endpoint=\"{0}\"}} {1}\n"
        "whorl_request_seconds_count{{endpoint=\"{0}\"}} {2}\n",
        endpoint, durations.sum, count);
  }
  return out;
}

}  // namespace whorl::serve
