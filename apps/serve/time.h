// Points in time as the service stores and shows them.
#pragma once

#include <fmt/chrono.h>

#include <cstdint>
#include <ctime>
#include <string>

namespace whorl::serve {

// Seconds since 1970.
inline std::int64_t now() { return std::time(nullptr); }

// The form 2026-05-01T12:00:00Z.
inline std::string spelled(std::int64_t seconds) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(seconds)));
}

}  // namespace whorl::serve
