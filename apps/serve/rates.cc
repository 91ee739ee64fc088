#include "serve/rates.h"

#include <algorithm>

namespace whorl::serve {
namespace {

constexpr std::size_t kMostClients = 10'000;  // that are remembered

double minutes(Rates::Clock::duration time) {
  return std::chrono::duration<double, std::ratio<60>>(time).count();
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

// Those that have all again, and all where there are too many others.
void Rates::forget(Clock::time_point now) {
  std::erase_if(left_,
                [&](const auto& one) { return now - one.second.since > std::chrono::minutes(1); });
  if (left_.size() >= kMostClients) left_.clear();
}

}  // namespace whorl::serve
