#include "input/record_fields.h"

#include <charconv>
#include <limits>

#include "base/utf8.h"

namespace whorl::internal::input {
namespace {

constexpr std::size_t kShownNames = 12;
constexpr std::size_t kShownBytes = 60;  // of a name

// The beginning of a name, in whole characters, cut to the limit of a message.
std::string_view beginning_of_name(std::string_view name) {
  std::size_t end = kShownBytes;
  if (name.size() <= end) return name;
  while (base::is_utf8_continuation(name[end])) --end;
  return name.substr(0, end);
}

}  // namespace

std::string CollectionRecord::*member_named(std::string_view name, const std::string& id_field) {
  if (name == (id_field.empty() ? "id" : id_field)) return &CollectionRecord::id;
  if (name == "url") return &CollectionRecord::url;
  const bool is_date = name == "date" || name == "created" || name == "timestamp";
  return is_date ? &CollectionRecord::date : nullptr;
}

double number_in(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? number : std::numeric_limits<double>::quiet_NaN();
}

void ShownNames::add(std::string_view name) {
  if (++count_ > kShownNames) return;
  names_.append(count_ > 1 ? ", " : "").append(beginning_of_name(name));
}

std::string ShownNames::text(std::string_view none) const {
  if (count_ == 0) return std::string(none);
  if (count_ <= kShownNames) return names_;
  return names_ + " and " + std::to_string(count_ - kShownNames) + " more";
}

}  // namespace whorl::internal::input
