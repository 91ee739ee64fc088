// Finds the known parts of a query.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "jobs/registry/features.h"
#include "whorl/registry.h"

namespace whorl::internal::registry {

// A text with the mapping from symbols to bytes and lines.
class PlacedText {
 public:
  static Result<PlacedText> make(std::string_view text, const Recipe& recipe);
  PlacedText(PlacedText&&) noexcept;
  PlacedText& operator=(PlacedText&&) noexcept;
  ~PlacedText();

  KnownRange range(std::uint64_t first, std::uint64_t end) const;

 private:
  struct Placed;
  explicit PlacedText(std::unique_ptr<Placed> placed);
  std::unique_ptr<Placed> placed_;
};

// How parts are joined to ranges.
enum class Joined {
  touching,   // if they overlap or touch
  following,  // also if no unknown feature is between them: for dense features
};

// The features for which is_known(i) is true.
std::vector<KnownRange> known_ranges(const Features& features, const PlacedText& text,
                                     Joined joined,
                                     const std::function<bool(std::size_t)>& is_known);

}  // namespace whorl::internal::registry
