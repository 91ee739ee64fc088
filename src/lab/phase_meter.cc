#include "lab/phase_meter.h"

#include <sys/resource.h>

#include <algorithm>
#include <fstream>

namespace whorl::internal::lab {
namespace {

double cpu_seconds() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Begins to look for the most resident memory anew. Linux allows it to the process itself.
bool forget_peak() {
  std::ofstream file("/proc/self/clear_refs");
  file << "5" << std::flush;
  return static_cast<bool>(file);
}

std::optional<std::uint64_t> peak_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::uint64_t kib = 0;
    if (word == "VmHWM:" && status >> kib) return kib * 1024;
  }
  return std::nullopt;
}

}  // namespace

void PhaseMeter::phase(std::string_view name, std::uint64_t total) {
  {
    const std::scoped_lock lock(mutex_);
    end_phase();
    open_ = name;
    begin_ = std::chrono::steady_clock::now();
    cpu_begin_ = cpu_seconds();
    forget_peak();
  }
  inner_.phase(name, total);
}

void PhaseMeter::end_phase() {
  if (open_.empty()) return;
  auto at = std::ranges::find(phases_, open_, &PhaseCost::name);
  if (at == phases_.end()) at = phases_.insert(at, PhaseCost{open_});
  at->seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  at->cpu_seconds += cpu_seconds() - cpu_begin_;
  at->peak = std::max(at->peak, peak_bytes());
  open_.clear();
}

std::vector<PhaseCost> PhaseMeter::finish() {
  const std::scoped_lock lock(mutex_);
  end_phase();
  return phases_;
}

}  // namespace whorl::internal::lab
