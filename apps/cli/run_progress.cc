#include "cli/run_progress.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/interrupt.h"
#include "cli/streams.h"
#include "cli/text.h"
#include "serve/json_text.h"

namespace whorl::cli {
namespace {

constexpr auto kInterval = std::chrono::milliseconds(100);
constexpr double kSecondsBeforeEstimate = 1;

double seconds_between(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

std::string duration(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

// The unit in which a phase counts its steps.
struct PhaseUnit {
  std::string_view phase;
  std::string_view unit;
};
constexpr std::string_view kBytes = "MB";  // for phases whose steps are bytes

constexpr PhaseUnit kPhaseUnits[] = {
    {"reading", "files"},
    {"reading text", "files"},
    {"fingerprinting", "files"},
    {"finding passages", "k-grams"},
    {"matching", "submissions"},
    {"aligning", "pairs"},
    {"explaining", "pairs"},
    {"writing the report", "files"},
    {"reading documents", kBytes},
    {"copying", kBytes},
    {"finding duplicates", "documents"},
    {"writing the index", "shingles"},
    {"measuring clusters", "documents"},
    {"checking blocks", kBytes},
    {"checking contents", "files"},
    {"sorting shingles", "documents"},
    {"counting shingles", "documents"},
    {"finding pairs", "documents"},
    {"counting pairs", "documents"},
    {"clustering", "pairs"},
    {"auditing", "documents"},
    {"writing", "documents"},
    {"merging", "documents"},
    {"comparing sweeps", "pages"},
    {"finding moves", "sweeps"},
    {"aligning near passages", "seeds"},
    {"finding near passages", kBytes},
    {"finding repeats", kBytes},
    {"sorting possible repeats", kBytes},
    {"marking repeats", "runs"},
    {"cutting repeats", kBytes},
    {"compacting", "postings"},
    {"sorting postings", "postings"},
    {"fetching texts", "texts"},
};

// Empty for a phase that is not in the table.
std::string_view unit_of(std::string_view phase) {
  const auto row = std::ranges::find(kPhaseUnits, phase, &PhaseUnit::phase);
  return row == std::end(kPhaseUnits) ? std::string_view() : row->unit;
}

// The number of steps as it is shown in the unit.
std::string amount(std::uint64_t steps, std::string_view unit) {
  return unit == kBytes ? fmt::format("{:.1f}", static_cast<double>(steps) / 1e6)
                        : fmt::format("{}", steps);
}

}  // namespace

std::string progress_line(const Phase& phase, std::uint64_t done, double seconds) {
  std::string line = printable(phase.name);
  const std::string_view unit = unit_of(phase.name);
  const std::string named = unit.empty() ? "" : fmt::format(" {}", unit);
  if (phase.total == 0)
    return done == 0 ? line : fmt::format("{}: {}{}", line, amount(done, unit), named);
  done = std::min(done, phase.total);
  line += fmt::format(": {} of {}{} ({} %)", amount(done, unit), amount(phase.total, unit), named,
                      done * 100 / phase.total);
  if (done > 0 && seconds >= kSecondsBeforeEstimate) {
    const auto left = static_cast<double>(phase.total - done) / static_cast<double>(done);
    line += fmt::format(", about {} left", duration(seconds * left));
  }
  return line;
}

std::string progress_json(const Phase& phase, std::uint64_t done) {
  return serve::json_text(
      nlohmann::ordered_json{{"phase", phase.name}, {"done", done}, {"total", phase.total}});
}

void RunProgress::phase(std::string_view name, std::uint64_t total) {
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  end_phase(now);
  phases_.push_back({std::string(name), total, 0});
  begin_ = now;
  open_ = true;
  done_ = 0;
  if (style_ != ProgressStyle::none) show(now);
}

void RunProgress::advance(std::uint64_t steps) {
  done_.fetch_add(steps, std::memory_order_relaxed);
  if (style_ == ProgressStyle::none) return;
  const Clock::time_point now = Clock::now();
  if (now.time_since_epoch().count() < next_show_.load(std::memory_order_relaxed)) return;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (lock && open_) show(now);
}

bool RunProgress::cancelled() const { return interrupted() != 0; }

void RunProgress::finish() {
  const std::lock_guard lock(mutex_);
  end_phase(Clock::now());
  if (shown_) tell("\r\x1b[K");
  std::fflush(stderr);
  shown_ = false;
}

void RunProgress::show(Clock::time_point now) {
  if (style_ == ProgressStyle::json) {
    tell("{}\n", progress_json(phases_.back(), done_));
  } else {
    const std::string line = progress_line(phases_.back(), done_, seconds_between(begin_, now));
    tell("\r\x1b[K{}", shortened(line, 78));
    std::fflush(stderr);
    shown_ = true;
  }
  next_show_ = (now + kInterval).time_since_epoch().count();
}

void RunProgress::end_phase(Clock::time_point now) {
  if (open_) phases_.back().seconds = seconds_between(begin_, now);
  open_ = false;
}

}  // namespace whorl::cli
