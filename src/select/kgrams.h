// What the selectors of k-grams share.
#pragma once

#include <span>
#include <variant>

#include "canon/canon.h"

namespace whorl {

// Calls body with the symbols as a span of their own type.
template <class Body>
auto with_span(const Symbols& symbols, Body body) {
  return std::visit([&](const auto& list) { return body(std::span(list)); }, symbols);
}

}  // namespace whorl
