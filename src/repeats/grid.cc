#include "repeats/grid.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/random_word.h"
#include "base/try.h"

namespace whorl::internal::repeats {
namespace {

constexpr auto kFrontEnds = std::to_array<std::string_view>({"words", "words:se", "text"});
constexpr std::uint32_t kMaxRun = 1 << 16;

}  // namespace

Result<Grid> make_grid(const std::string& front_end, std::uint32_t run) {
  if (std::ranges::find(kFrontEnds, front_end) == kFrontEnds.end()) {
    return fail(ErrorCode::invalid_argument,
                "'" + front_end +
                    "' does not keep all that a text says: passages are found by words, words:se "
                    "or text");
  }
  if (run < 2 || run > kMaxRun) {
    return fail(ErrorCode::invalid_argument, "a repeat has at least 2 and at most 65536 symbols");
  }
  Grid grid;
  grid.run = run;
  grid.window = run / 2 + 1;
  grid.word_seed = base::random_word();
  const std::uint32_t k = run - grid.window + 1;
  WHORL_ASSIGN_OR_RETURN(grid.recipe, parse_recipe(front_end + "/k=" + std::to_string(k) +
                                                   "/winnow:w=" + std::to_string(grid.window)));
  return grid;
}

}  // namespace whorl::internal::repeats
