#include "repeats/run_hash.h"

#include "base/random_word.h"

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

std::uint64_t high_of(std::uint64_t symbol) { return symbol >> 32; }
std::uint64_t low_of(std::uint64_t symbol) { return static_cast<std::uint32_t>(symbol); }

}  // namespace

RunHash::RunHash(std::uint32_t run, std::array<std::uint64_t, 2> points) : run_(run) {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const std::uint64_t at = points[i] % (kPrime - 2) + 2;
    const std::uint64_t next = product(at, at);
    std::uint64_t power = 1;
    for (std::uint32_t j = 0; j < run; ++j) power = product(power, next);
    points_[i] = {at, next, kPrime - power, product(kPrime - power, at)};
  }
}

RunHash RunHash::draw(std::uint32_t run) {
  return {run, {base::random_word(), base::random_word()}};
}

void RunHash::append(const RunSymbols& symbols, std::size_t begin, std::size_t end,
                     std::vector<base::Hash128>& out) const {
  if (begin == end) return;
  const auto roll = [&](auto span) {
    std::array<std::uint64_t, 2> hash{};
    const auto push = [&] { out.push_back({hash[0], hash[1]}); };
    for (std::size_t i = begin; i < begin + run_; ++i) {
      for (std::size_t j = 0; j < hash.size(); ++j) {
        const Point& point = points_[j];
        hash[j] = reduced(Wide{hash[j]} * point.next + Wide{point.at} * high_of(span[i]) +
                          low_of(span[i]));
      }
    }
    push();
    for (std::size_t first = begin + 1; first < end; ++first) {
      const std::uint64_t leaves = span[first - 1];
      const std::uint64_t enters = span[first + run_ - 1];
      for (std::size_t j = 0; j < hash.size(); ++j) {
        const Point& point = points_[j];
        hash[j] = reduced(Wide{hash[j]} * point.next + Wide{point.leaving_high} * high_of(leaves) +
                          Wide{point.leaving} * low_of(leaves) + Wide{point.at} * high_of(enters) +
                          low_of(enters));
      }
      push();
    }
  };
  std::visit(roll, symbols);
}

}  // namespace whorl::internal::repeats
