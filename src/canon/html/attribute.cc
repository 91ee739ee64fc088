#include "canon/html/attribute.h"

#include <algorithm>

#include "canon/html/scan.h"

namespace whorl::internal::canon::html {
namespace {

// The rest of a start tag, from which parts are taken one by one.
class TagRest {
 public:
  explicit TagRest(std::string_view rest) : rest_(rest) {}

  bool done() const { return rest_.empty(); }

  void skip_between() {
    take_while([](char c) { return is_space(c) || c == '/'; });
  }

  std::string_view name() {
    std::string_view begin = rest_.substr(0, 1);  // even a '=' begins a name
    rest_.remove_prefix(begin.size());
    const std::string_view more = take_while([](char c) { return !ends_tag_name(c) && c != '='; });
    return {begin.data(), begin.size() + more.size()};
  }

  std::string_view value() {
    take_while(is_space);
    if (!rest_.starts_with('=')) return {};
    rest_.remove_prefix(1);
    take_while(is_space);
    if (!rest_.starts_with('"') && !rest_.starts_with('\'')) {
      return take_while([](char c) { return !is_space(c) && c != '>'; });
    }
    const char quote = rest_.front();
    rest_.remove_prefix(1);
    const std::string_view value = take_while([quote](char c) { return c != quote; });
    rest_.remove_prefix(std::min<std::size_t>(1, rest_.size()));
    return value;
  }

 private:
  template <class Wanted>
  std::string_view take_while(Wanted wanted) {
    const auto end = std::ranges::find_if_not(rest_, wanted);
    const std::string_view taken(rest_.begin(), end);
    rest_.remove_prefix(taken.size());
    return taken;
  }

  std::string_view rest_;
};

}  // namespace

std::optional<std::string_view> attribute(std::string_view tag, std::string_view name) {
  const std::size_t begin = skip_tag_name(tag, 1);
  TagRest rest(tag.substr(begin, tag.size() - begin - 1));
  for (rest.skip_between(); !rest.done(); rest.skip_between()) {
    const std::string_view found = rest.name();
    const std::string_view value = rest.value();
    if (equal_ignoring_case(found, name)) return value;
  }
  return std::nullopt;
}

}  // namespace whorl::internal::canon::html
