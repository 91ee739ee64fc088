#include "lab/finkel_tables.h"

#include <algorithm>
#include <charconv>

namespace whorl::internal::lab {
namespace {

constexpr std::optional<int> kNone;

// Table 4 has seven of the pairs. Two of its values for gzip, 4 and 3, have a star: gzip forgets
// text that is farther back than its window (§4.3). For RFC 2300 with itself the text gives only
// ppm*.
constexpr FinkelPair kPairs[] = {
    {{1596, 1604}, {99, 99}, {91, 92}, {94, 94}, {4, 79, 75}},
    {{2264, 2274}, {99, 99}, {96, 95}, {94, 94}, {}},
    {{1138, 1148}, {96, 95}, {93, 92}, {91, 89}, {}},
    {{1065, 1155}, {96, 91}, {71, 68}, {84, 79}, {}},
    {{1048, 1084}, {94, 91}, {73, 67}, {87, 82}, {89, 70, 73}},
    {{2059, 2139}, {92, 90}, {77, 83}, {83, 81}, {}},
    {{1084, 1395}, {86, 84}, {58, 64}, {79, 75}, {87, 68, 72}},
    {{1497, 1084}, {82, 87}, {38, 42}, {73, 79}, {}},
    {{1600, 1410}, {72, 77}, {52, 48}, {58, 61}, {3, 58, 61}},
    {{2497, 2394}, {19, 17}, {33, 27}, {16, 15}, {27, 26, 28}},
    {{2422, 2276}, {18, 3}, {23, 6}, {15, 2}, {6, 9, 10}},
    {{2392, 2541}, {16, 12}, {27, 17}, {13, 10}, {22, 20, 22}},
    {{2300, 2300}, {}, {}, {}, {kNone, kNone, 92}},
};

constexpr FinkelCost kCosts[] = {
    {"se", 28, 40, "0.05"}, {"overlapping", 128, 5200, ""}, {"scam", 0, 0, "0.3 to 0.6"}};

constexpr FinkelNeighbour kNeighbours[] = {
    {2264, 2274, 0.1644192, 95}, {2274, 2264, 0.1644192, 95}, {1138, 1148, 0.5555986, 92},
    {1148, 1138, 0.5555986, 92}, {1596, 1604, 1.160099, 92},  {1604, 1596, 1.160099, 92},
    {1395, 1084, 10.94293, 58},  {1084, 1395, 10.94293, 58},  {2139, 2059, 47.32077, 77},
    {2059, 2139, 47.32077, 77},  {1048, 1084, 98.74357, 67},  {1155, 1065, 384.5729, 71},
    {1065, 1155, 384.5729, 71},  {1497, 1084, 487.4635, 42},  {2394, 2392, 745.3948, 18},
    {2392, 2394, 745.3948, 18},  {2422, 1155, 1323.221, 0},   {2541, 2276, 1388.167, 6},
    {2276, 2541, 1388.167, 6},   {1600, 1410, 1770.094, 48},  {1410, 1600, 1770.094, 48},
    {2497, 1600, 1974.232, 0},
};

// 0 if the name is not that of an RFC.
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

const FinkelCost* finkel_cost(std::string_view method) {
  const auto found = std::ranges::find(kCosts, method, &FinkelCost::method);
  return found == std::end(kCosts) ? nullptr : &*found;
}

const FinkelNeighbour* finkel_neighbour(std::string_view name) {
  const auto found = std::ranges::find(kNeighbours, number_of(name), &FinkelNeighbour::rfc);
  return found == std::end(kNeighbours) ? nullptr : &*found;
}

double finkel_distance(double percent) { return percent * percent / 1e4 * 1e8; }

}  // namespace whorl::internal::lab
