// Dates of sweeps: YYYY-MM-DD.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace whorl::internal::sweep {

// Days since 1970-01-01; nothing if the text is no valid date.
std::optional<std::int64_t> parse_date(std::string_view text);

}  // namespace whorl::internal::sweep
