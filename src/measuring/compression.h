// Similarity by compression (Finkel 2002 §4.3): two texts that share much are smaller together.
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>

#include "base/try.h"
#include "measuring/method.h"

namespace whorl::internal::measuring {

// `size_of` gives the bytes of a compressed text. It takes the first parameter of the row as its
// level, if there is one. The text is kept, compressed.
template <auto size_of>
struct Compression {
  struct State {
    std::string text;
    std::uint64_t compressed = 0;
  };

  static std::uint64_t bytes(const State& kept) { return kept.compressed; }

  static Result<State> keep(std::string_view text, const Settings& settings) {
    WHORL_ASSIGN_OR_RETURN(const std::uint64_t size, compressed(text, settings));
    return State{std::string(text), size};
  }

  // 2 - 2 c(a + b) / (c(a) + c(b))
  static Result<Figures> compare(const State& a, const State& b, const Settings& settings) {
    WHORL_ASSIGN_OR_RETURN(const std::uint64_t joined, compressed(a.text + b.text, settings));
    const auto apart = static_cast<double>(a.compressed + b.compressed);
    const double similarity = apart == 0 ? 0 : 2 - 2 * static_cast<double>(joined) / apart;
    const double value = std::clamp(similarity, 0.0, 1.0);
    Figures figures;
    figures.both = Measure{{value, value, value}, true};
    return figures;
  }

 private:
  static Result<std::uint64_t> compressed(std::string_view text, const Settings& settings) {
    if constexpr (std::is_invocable_v<decltype(size_of), std::string_view>) {
      return size_of(text);
    } else {
      return size_of(text, settings.args[0]);
    }
  }
};

}  // namespace whorl::internal::measuring
