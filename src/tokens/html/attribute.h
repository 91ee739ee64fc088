// The attributes of a tag.
#pragma once

#include <optional>
#include <string_view>

namespace whorl::internal::tokens::html {

struct Attribute {
  std::string_view name;   // as it is spelled
  std::string_view value;  // the same, without its quotes; empty where it has none
};

// The attributes of a start tag, from its '<' to its '>', one by one. O(tag) for all.
class Attributes {
 public:
  explicit Attributes(std::string_view tag);

  // No value: there are no more.
  std::optional<Attribute> next();

 private:
  std::string_view rest_;
};

// The value of the first attribute `name`, in lower case, of a start tag from its '<' to its '>',
// as it is spelled; empty where it has none. No value: the tag has no such attribute. O(tag).
std::optional<std::string_view> attribute(std::string_view tag, std::string_view name);

}  // namespace whorl::internal::tokens::html
