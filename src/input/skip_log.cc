#include "input/skip_log.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

namespace whorl::internal::input {
namespace {

const std::string kAnd = "and ";

// How many entries an entry of list() counts: 17 for "and 17 more", 1 for all others.
std::uint64_t times_of(const Skipped& entry) {
  std::uint64_t times = 0;
  const std::string& text = entry.path;
  if (!text.starts_with(kAnd)) return 1;
  std::from_chars(text.data() + kAnd.size(), text.data() + text.size(), times);
  return std::max<std::uint64_t>(1, times);
}

}  // namespace

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
  return fail(error.code, "of --against (its text field: --against-text) " + error.message);
}

tl::unexpected<Error> nothing_to_compare_against(const std::string& name,
                                                 const std::vector<Skipped>& skipped) {
  if (!skipped.empty()) return of_against(nothing_read(skipped).value());
  return fail(ErrorCode::unreadable, name + ": contains no document to compare against");
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
  if (listed_.size() == kListed) return count(entry, 1);
  ++count_;
  listed_.push_back(std::move(entry));
}

void SkipLog::add_all(const std::vector<Skipped>& list) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i < kListed) {
      add(list[i]);
    } else {
      count(list[i], times_of(list[i]));
    }
  }
}

void SkipLog::count(const Skipped& entry, std::uint64_t times) {
  const bool known = counted_.contains(entry.reason);
  Counted& counted = counted_[known || counted_.size() < kReasons ? entry.reason : "other reasons"];
  count_ += times;
  counted.count += times;
  if (entry.kind == SkipKind::skipped) counted.kind = SkipKind::skipped;
}

std::vector<Skipped> SkipLog::list() const {
  std::vector<Skipped> all = listed_;
  for (const auto& [reason, counted] : counted_) {
    all.push_back({kAnd + std::to_string(counted.count) + " more", reason, counted.kind});
  }
  return all;
}

}  // namespace whorl::internal::input
