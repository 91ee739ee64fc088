#include "serve/limits.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>

namespace whorl::serve {
namespace {

constexpr std::size_t kMostClients = 10'000;  // number of clients that are remembered

double minutes(Rates::Clock::duration time) {
  return std::chrono::duration<double, std::ratio<60>>(time).count();
}

constexpr std::uint64_t kLargestLimit = 1ull << 40;

constexpr std::array kRows = {
    LimitRow{"header", &Limits::header, 1 << 20, "bytes of a request header"},
    LimitRow{"body", &Limits::body, 1ull << 31, "bytes of a text"},
    LimitRow{"upload", &Limits::upload, kLargestLimit, "bytes of an archive"},
    LimitRow{"seconds", &Limits::seconds, 3600, "for a request and its answer"},
    LimitRow{"upload-seconds", &Limits::upload_seconds, 86400, "for an archive, and for a report"},
    LimitRow{"connections", &Limits::connections, 100'000, "at once"},
    LimitRow{"uploads", &Limits::uploads, 1000, "archives that arrive at once"},
    LimitRow{"attachments", &Limits::attachments, 10'000, "waiting for a comparison"},
    LimitRow{"requests", &Limits::requests, 100'000, "waiting for an answer at once"},
    LimitRow{"minute", &Limits::minute, 1'000'000'000, "requests of one client per minute"},
    LimitRow{"jobs", &Limits::jobs, 256, "running at once"},
    LimitRow{"waiting", &Limits::waiting, 100'000, "jobs waiting"},
    LimitRow{"job-memory", &Limits::job_memory, kLargestLimit, "bytes of a job"},
    LimitRow{"job-file", &Limits::job_file, kLargestLimit, "bytes of a file that a job writes"},
    LimitRow{"job-seconds", &Limits::job_seconds, 604'800, "of a job"},
    LimitRow{"keep-days", &Limits::keep_days, 36'500, "until a report is erased"},
    LimitRow{"reports", &Limits::reports, kLargestLimit,
             "bytes of all reports, including the trash"},
    LimitRow{"trash-seconds", &Limits::trash_seconds, 31'536'000, "until the trash is emptied"},
};

std::optional<std::uint64_t> parse_amount(std::string_view text) {
  constexpr std::string_view kUnits = "KMG";
  const std::size_t unit = text.empty() ? text.npos : kUnits.find(text.back());
  if (unit != text.npos) text.remove_suffix(1);
  std::uint64_t amount = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), amount);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (unit == text.npos) return amount;
  if (amount > kLargestLimit) return std::nullopt;
  return amount << (10 * (unit + 1));
}

Result<void> set_limit(Limits& limits, std::string_view word) {
  const std::size_t sign = word.find('=');
  const std::string_view name = word.substr(0, sign);
  const auto row = std::ranges::find(kRows, name, &LimitRow::name);
  if (sign == word.npos || row == kRows.end()) {
    std::string known;
    for (const LimitRow& one : kRows) known += (known.empty() ? "" : ", ") + std::string(one.name);
    return fail(ErrorCode::invalid_argument,
                "'" + std::string(word) + "' is not NAME=VALUE, NAME one of " + known);
  }
  const auto value = parse_amount(word.substr(sign + 1));
  if (!value || *value == 0 || *value > row->most) {
    return fail(
        ErrorCode::invalid_argument,
        "'" + std::string(word) + "' is not a whole number from 1 to " + std::to_string(row->most));
  }
  limits.*row->value = *value;
  return {};
}

}  // namespace

bool Rates::take(const std::string& client, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  if (left_.size() >= kMostClients && !left_.contains(client)) forget(now);
  Left& left = left_.try_emplace(client, Left{a_minute_, now}).first->second;
  left.requests = std::min(a_minute_, left.requests + minutes(now - left.since) * a_minute_);
  left.since = now;
  if (left.requests < 1) return false;
  left.requests -= 1;
  return true;
}

// Forgets clients whose allowance is full again, and all clients if too many remain.
void Rates::forget(Clock::time_point now) {
  std::erase_if(left_,
                [&](const auto& one) { return now - one.second.since > std::chrono::minutes(1); });
  if (left_.size() >= kMostClients) left_.clear();
}

std::span<const LimitRow> limit_rows() { return kRows; }

Result<void> set_limits(Limits& limits, std::string_view words) {
  while (true) {
    const std::size_t comma = words.find(',');
    if (const auto done = set_limit(limits, words.substr(0, comma)); !done) return done;
    if (comma == words.npos) return {};
    words.remove_prefix(comma + 1);
  }
}

}  // namespace whorl::serve
