#include "read/skip_log.h"

#include <utility>

namespace whorl::internal::read {

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

}  // namespace whorl::internal::read
