// How often k-grams stand in texts, and the power law of it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace whorl::internal::lab {

// Hashes that stand equally often.
struct Plateau {
  std::uint64_t frequency = 0;
  std::uint64_t hashes = 0;  // distinct
};

// The most frequent first. Sorts `hashes`.
std::vector<Plateau> plateaus_of(std::vector<std::uint64_t>& hashes);

// Rank from 1 and frequency of the first and the last hash of each plateau.
std::vector<std::pair<double, double>> endpoints_of(const std::vector<Plateau>& plateaus);

// The ends of plateaus without the one that is farthest from the line through all of them: that of
// a text that repeats itself, or of a text that occurs many times. Of two plateaus and fewer: all.
std::vector<std::pair<double, double>> cleaned(std::vector<std::pair<double, double>> endpoints);

// The slope of the line of least squares through points, both coordinates taken as logarithms; 0 of
// fewer than two ranks.
double log_slope(const std::vector<std::pair<double, double>>& points);

}  // namespace whorl::internal::lab
