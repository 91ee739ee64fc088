// Fields of records in any format: which of them a reader takes, and lists of their names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "input/collection.h"

namespace whorl::internal::input {

// The member for a field or column of this name; null if there is none. `id_field` is that of the
// options.
std::string CollectionRecord::*member_named(std::string_view name, const std::string& id_field);

// The number in a text; NaN if it is none.
double number_in(std::string_view text);

// The field or column that has the text.
inline const std::string& text_field_of(const CollectionOptions& options) {
  static const std::string kDefault = "text";
  return options.text_field.empty() ? kDefault : options.text_field;
}

// The first names of a list for a message: "id, title and 3 more".
class ShownNames {
 public:
  void add(std::string_view name);
  // `none` if there are no names.
  std::string text(std::string_view none) const;

 private:
  std::string names_;
  std::size_t count_ = 0;
};

}  // namespace whorl::internal::input
