#include "repeats/run_hash.h"

#include <random>

namespace whorl::internal::repeats {
namespace {

constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;

__extension__ using Wide = unsigned __int128;

// Of less than 2^124.
std::uint64_t reduced(Wide wide) {
  const std::uint64_t sum =
      (static_cast<std::uint64_t>(wide) & kPrime) + static_cast<std::uint64_t>(wide >> 61);
  const std::uint64_t rest = (sum & kPrime) + (sum >> 61);
  return rest >= kPrime ? rest - kPrime : rest;
}

std::uint64_t product(std::uint64_t a, std::uint64_t b) { return reduced(Wide{a} * b); }

// Symbols count from 1, so that a run of the first is not nothing.
template <class Symbol>
std::uint64_t value_of(Symbol symbol) {
  return static_cast<std::uint64_t>(symbol) + 1;
}

}  // namespace

RunHash::RunHash(std::uint32_t run, std::array<std::uint64_t, 2> points) : run_(run) {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const std::uint64_t at = points[i] % (kPrime - 2) + 2;
    std::uint64_t power = 1;
    for (std::uint32_t j = 0; j < run; ++j) power = product(power, at);
    points_[i] = {at, kPrime - power};
  }
}

RunHash RunHash::draw(std::uint32_t run) {
  std::random_device random;
  const auto word = [&] { return std::uint64_t{random()} << 32 | random(); };
  return {run, {word(), word()}};
}

void RunHash::append(const canon::SymbolSpan& symbols, std::size_t begin, std::size_t end,
                     std::vector<base::Hash128>& out) const {
  if (begin == end) return;
  const auto roll = [&](auto span) {
    std::array<std::uint64_t, 2> hash{};
    const auto push = [&] { out.push_back({hash[0], hash[1]}); };
    for (std::size_t i = begin; i < begin + run_; ++i) {
      for (std::size_t j = 0; j < hash.size(); ++j) {
        hash[j] = reduced(Wide{hash[j]} * points_[j].at + value_of(span[i]));
      }
    }
    push();
    for (std::size_t first = begin + 1; first < end; ++first) {
      const std::uint64_t leaves = value_of(span[first - 1]);
      const std::uint64_t enters = value_of(span[first + run_ - 1]);
      for (std::size_t j = 0; j < hash.size(); ++j) {
        const Point& point = points_[j];
        hash[j] = reduced(Wide{hash[j]} * point.at + Wide{point.leaving} * leaves + enters);
      }
      push();
    }
  };
  std::visit(roll, symbols);
}

}  // namespace whorl::internal::repeats
