// How often k-grams occur in texts, and the power law of their frequencies.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace whorl::internal::lab {

// Hashes that occur equally often.
struct Plateau {
  std::uint64_t frequency = 0;
  std::uint64_t hashes = 0;  // distinct
};

// The most frequent first. Sorts `hashes`.
std::vector<Plateau> plateaus_of(std::vector<std::uint64_t>& hashes);

// Rank from 1 and frequency of the first and the last hash of each plateau.
std::vector<std::pair<double, double>> endpoints_of(const std::vector<Plateau>& plateaus);

// The ends of plateaus without the one that is farthest from the line through all of them. That one
// comes from a text that repeats itself, or from a text that occurs many times. With at most two
// plateaus: all.
std::vector<std::pair<double, double>> cleaned(std::vector<std::pair<double, double>> endpoints);

// The slope of the least-squares line through points, with logarithms of both coordinates; 0 for
// fewer than two ranks.
double log_slope(const std::vector<std::pair<double, double>>& points);

}  // namespace whorl::internal::lab
