#include "input/skip_log.h"

#include <algorithm>
#include <string>
#include <utility>

namespace whorl::internal::input {

std::string first_of(const std::vector<Skipped>& skipped) {
  if (skipped.empty()) return {};
  std::string first = skipped.front().path + ": " + skipped.front().reason;
  if (skipped.size() > 1) first += " (and " + std::to_string(skipped.size() - 1) + " more)";
  return first;
}

tl::unexpected<Error> nothing_read(const std::vector<Skipped>& skipped) {
  if (skipped.empty()) {
    return fail(ErrorCode::unreadable, "no document was found in the inputs: nothing was written");
  }
  return fail(ErrorCode::unreadable,
              "nothing could be read, so nothing was written: " + first_of(skipped));
}

tl::unexpected<Error> of_against(const Error& error) {
  return fail(error.code, "of --against, whose field --against-text names, " + error.message);
}

tl::unexpected<Error> nothing_to_compare_against(const std::string& name,
                                                 const std::vector<Skipped>& skipped) {
  if (!skipped.empty()) return of_against(nothing_read(skipped).value());
  return fail(ErrorCode::unreadable, name + ": holds no document to compare against");
}

Result<void> check_any_read(std::uint64_t documents, const std::vector<Skipped>& skipped) {
  const auto is_loss = [](const Skipped& input) { return input.kind == SkipKind::skipped; };
  if (documents > 0 || std::ranges::none_of(skipped, is_loss)) return {};
  return nothing_read(skipped);
}

std::string_view name_of(SkipKind kind) {
  return kind == SkipKind::skipped ? "skipped" : "fallback";
}

void SkipLog::add(Skipped entry) {
  ++count_;
  if (listed_.size() < kListed) {
    listed_.push_back(std::move(entry));
    return;
  }
  const bool known = counted_.contains(entry.reason);
  Counted& counted = counted_[known || counted_.size() < kReasons ? entry.reason : "other reasons"];
  ++counted.count;
  if (entry.kind == SkipKind::skipped) counted.kind = SkipKind::skipped;
}

std::vector<Skipped> SkipLog::list() const {
  std::vector<Skipped> all = listed_;
  for (const auto& [reason, counted] : counted_) {
    all.push_back({"and " + std::to_string(counted.count) + " more", reason, counted.kind});
  }
  return all;
}

}  // namespace whorl::internal::input
