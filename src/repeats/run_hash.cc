#include "repeats/run_hash.h"

#include <random>

namespace whorl::internal::repeats {
namespace {

constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;

std::uint64_t reduced(std::uint64_t x) { return x >= kPrime ? x - kPrime : x; }

std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide wide = static_cast<Wide>(a) * b;
  return reduced((static_cast<std::uint64_t>(wide) & kPrime) +
                 static_cast<std::uint64_t>(wide >> 61));
}

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
    points_[i] = {at, power};
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
    const auto take = [&](std::size_t enters) {
      for (std::size_t i = 0; i < hash.size(); ++i) {
        hash[i] = reduced(product(hash[i], points_[i].at) + value_of(span[enters]));
      }
    };
    const auto leave = [&](std::size_t leaves) {
      for (std::size_t i = 0; i < hash.size(); ++i) {
        hash[i] = reduced(hash[i] + kPrime - product(points_[i].power, value_of(span[leaves])));
      }
    };
    for (std::size_t i = begin; i < begin + run_; ++i) take(i);
    out.push_back({hash[0], hash[1]});
    for (std::size_t first = begin + 1; first < end; ++first) {
      take(first + run_ - 1);
      leave(first - 1);
      out.push_back({hash[0], hash[1]});
    }
  };
  std::visit(roll, symbols);
}

}  // namespace whorl::internal::repeats
