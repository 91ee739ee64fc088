#include "lab/finkel_tables.h"

#include <algorithm>
#include <charconv>

namespace whorl::internal::lab {
namespace {

constexpr std::optional<int> kNone;

// Of Table 4 two figures are lost in the scan, and five pairs are not in it.
constexpr FinkelPair kPairs[] = {
    {{1596, 1604}, {99, 99}, {91, 92}, {94, 94}, {kNone, 79, 75}},
    {{2264, 2274}, {99, 99}, {96, 95}, {94, 94}, {}},
    {{1138, 1148}, {96, 95}, {93, 92}, {91, 89}, {}},
    {{1065, 1155}, {96, 91}, {71, 68}, {84, 79}, {}},
    {{1048, 1084}, {94, 91}, {73, 67}, {87, 82}, {89, 70, 73}},
    {{2059, 2139}, {92, 90}, {77, 83}, {83, 81}, {}},
    {{1084, 1395}, {86, 84}, {58, 64}, {79, 75}, {87, 68, 72}},
    {{1497, 1084}, {82, 87}, {38, 42}, {73, 79}, {}},
    {{1600, 1410}, {72, 77}, {52, 48}, {58, 61}, {kNone, 58, 61}},
    {{2497, 2394}, {19, 17}, {33, 27}, {16, 15}, {27, 26, 28}},
    {{2422, 2276}, {18, 3}, {23, 6}, {15, 2}, {6, 9, 10}},
    {{2392, 2541}, {16, 12}, {27, 17}, {13, 10}, {22, 20, 22}},
};

// 0 where the name is not one of an RFC.
int number_of(std::string_view name) {
  const std::size_t slash = name.rfind('/');
  if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
  if (!name.starts_with("rfc")) return 0;
  int number = 0;
  std::from_chars(name.data() + 3, name.data() + name.size(), number);
  return number;
}

}  // namespace

const FinkelPair* finkel_pair(std::string_view a, std::string_view b) {
  const std::array<int, 2> rfc = {number_of(a), number_of(b)};
  const auto found = std::ranges::find(kPairs, rfc, &FinkelPair::rfc);
  return found == std::end(kPairs) ? nullptr : &*found;
}

}  // namespace whorl::internal::lab
