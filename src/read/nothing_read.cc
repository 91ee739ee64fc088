#include "read/nothing_read.h"

#include <algorithm>
#include <string>

namespace whorl::internal::read {

tl::unexpected<Error> nothing_read(const std::vector<Skipped>& skipped) {
  if (skipped.empty()) {
    return fail(ErrorCode::unreadable, "no document was found in the inputs: nothing was written");
  }
  std::string message = "nothing could be read, so nothing was written: " + skipped.front().path +
                        ": " + skipped.front().reason;
  if (skipped.size() > 1) message += " (and " + std::to_string(skipped.size() - 1) + " more)";
  return fail(ErrorCode::unreadable, std::move(message));
}

Result<void> check_any_read(std::uint64_t documents, const std::vector<Skipped>& skipped) {
  const auto is_loss = [](const Skipped& input) { return input.kind == SkipKind::skipped; };
  if (documents > 0 || std::ranges::none_of(skipped, is_loss)) return {};
  return nothing_read(skipped);
}

}  // namespace whorl::internal::read
