// The parameters of a method in a recipe: numbers by name.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace whorl::internal::chunks {

struct Parameter {
  std::string_view name;
  std::uint64_t max;  // the minimum is 1
};

using Arguments = std::span<const std::uint64_t>;

}  // namespace whorl::internal::chunks
