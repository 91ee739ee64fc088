#include "serve/query_values.h"

namespace whorl::serve {

Result<std::uint32_t> number_in(const Request& request, const std::string& name,
                                std::uint32_t least, std::uint32_t most, std::uint32_t fallback) {
  if (!request.query.contains(name)) return fallback;
  const std::string& text = request.asked(name);
  std::uint32_t value = 0;
  if (parse_number(text, value) && value >= least && value <= most) return value;
  return fail(ErrorCode::invalid_argument, "'" + name + "' is a whole number from " +
                                               std::to_string(least) + " to " +
                                               std::to_string(most));
}

Result<double> share_in(const Request& request, const std::string& name, double fallback) {
  if (!request.query.contains(name)) return fallback;
  const std::string& text = request.asked(name);
  double value = 0;
  if (parse_number(text, value) && value >= 0 && value <= 1) return value;
  return fail(ErrorCode::invalid_argument, "'" + name + "' is a share from 0 to 1");
}

}  // namespace whorl::serve
