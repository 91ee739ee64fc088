#include "cli/timings.h"

#include <sys/resource.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "serve/json_text.h"

namespace whorl::cli {

// What getrusage() says is at least what the parent had when it started the program: right for
// a shell, wrong for a script that holds much.
std::uint64_t peak_rss_bytes() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    std::uint64_t kib = 0;
    if (word == "VmHWM:" && status >> kib) return kib * 1024;
  }
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;  // Linux counts in KiB
}

std::string timings_json(const std::vector<Phase>& phases, double seconds) {
  nlohmann::ordered_json json;
  json["phases"] = nlohmann::ordered_json::array();
  for (const Phase& phase : phases) {
    json["phases"].push_back(
        {{"name", phase.name}, {"steps", phase.total}, {"seconds", phase.seconds}});
  }
  json["seconds"] = seconds;
  json["peak_rss_bytes"] = peak_rss_bytes();
  return serve::json_text(json, 2) + "\n";
}

}  // namespace whorl::cli
