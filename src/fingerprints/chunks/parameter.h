// What a method of a table may be told in a recipe: numbers by name.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace whorl::internal::chunks {

struct Parameter {
  std::string_view name;
  std::uint64_t max;  // it is at least 1
};

using Arguments = std::span<const std::uint64_t>;

}  // namespace whorl::internal::chunks
