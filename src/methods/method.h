// Method: one row of the table, and the arguments of its functions.
//
// A method keeps some data of each text, and compares the data of two texts. Only the method knows
// the type of its data.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/try.h"
#include "tokens/front_ends.h"
#include "whorl/result.h"
#include "whorl/similarity_methods.h"

namespace whorl::internal::methods {

// The settings of a run of a method: its parameters, in the order of its row, and the tokenizer.
struct Settings {
  const tokens::FrontEnd* front_end = nullptr;
  std::string argument;
  std::vector<std::uint64_t> args;
};

// What a method keeps of a text.
struct Kept {
  std::shared_ptr<const void> state;
  std::uint64_t bytes = 0;
};

struct Method {
  MeasuringMethod about;
  // For settings that are each in range: fails if they contradict each other. Null if they cannot.
  Result<void> (*check)(const Settings& settings) = nullptr;
  Result<Kept> (*keep)(std::string_view text, const Settings& settings) = nullptr;
  Result<Figures> (*compare)(const Kept& a, const Kept& b, const Settings& settings) = nullptr;
};

// A row for a class M with a type M::State and the static functions
//
//   Result<State> keep(text, settings), compare(state, state, settings), bytes(state)
//
// where compare() returns Figures or a Result of them.
template <class M>
constexpr Method row(MeasuringMethod about,
                     Result<void> (*check)(const Settings& settings) = nullptr) {
  using State = typename M::State;
  return {about, check,
          [](std::string_view text, const Settings& settings) -> Result<Kept> {
            WHORL_ASSIGN_OR_RETURN(auto state, M::keep(text, settings));
            const std::uint64_t bytes = M::bytes(state);
            return Kept{std::make_shared<const State>(std::move(state)), bytes};
          },
          [](const Kept& a, const Kept& b, const Settings& settings) -> Result<Figures> {
            return M::compare(*static_cast<const State*>(a.state.get()),
                              *static_cast<const State*>(b.state.get()), settings);
          }};
}

std::span<const Method> methods();
const Method* find_method(std::string_view name);

}  // namespace whorl::internal::methods
