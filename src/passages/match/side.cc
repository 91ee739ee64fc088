#include "passages/match/side.h"

#include <bit>
#include <cstring>

namespace whorl::internal::match {
namespace {

// The bits in which eight bytes at two addresses differ.
std::uint64_t difference(const void* a, const void* b) {
  std::uint64_t x, y;
  std::memcpy(&x, a, sizeof(x));
  std::memcpy(&y, b, sizeof(y));
  return x ^ y;
}

template <class A, class B>
std::uint32_t right(const A* a, const B* b, std::uint32_t limit) {
  std::uint32_t n = 0;
  if constexpr (sizeof(A) == sizeof(B)) {
    constexpr std::uint32_t kStep = 8 / sizeof(A);
    const auto next = [&](std::uint32_t step) {
      return difference(a + n + step * kStep, b + n + step * kStep);
    };
    while (n + 4 * kStep <= limit && (next(0) | next(1) | next(2) | next(3)) == 0) n += 4 * kStep;
    for (; n + kStep <= limit; n += kStep) {
      if (const std::uint64_t bits = next(0); bits != 0) {
        return n + static_cast<std::uint32_t>(std::countr_zero(bits)) / (8 * sizeof(A));
      }
    }
  }
  while (n < limit && a[n] == b[n]) ++n;
  return n;
}

template <class A, class B>
std::uint32_t left(const A* a, const B* b, std::uint32_t limit) {
  std::uint32_t n = 0;
  if constexpr (sizeof(A) == sizeof(B)) {
    constexpr std::uint32_t kStep = 8 / sizeof(A);
    for (; n + kStep <= limit; n += kStep) {
      const std::uint64_t bits = difference(a - n - kStep, b - n - kStep);
      if (bits != 0) {
        return n + static_cast<std::uint32_t>(std::countl_zero(bits)) / (8 * sizeof(A));
      }
    }
  }
  while (n < limit && *(a - n - 1) == *(b - n - 1)) ++n;
  return n;
}

// Calls f with both positions as typed pointers.
template <class F>
std::uint32_t with_pointers(const Run& a, std::uint32_t a_at, const Run& b, std::uint32_t b_at,
                            F f) {
  const std::size_t i = a_at - a.begin;
  const std::size_t j = b_at - b.begin;
  const auto* a8 = static_cast<const std::uint8_t*>(a.symbols) + i;
  const auto* b8 = static_cast<const std::uint8_t*>(b.symbols) + j;
  const auto wide = [](const Run& run, std::size_t at) {
    return static_cast<const std::uint32_t*>(run.symbols) + at;
  };
  if (a.wide && b.wide) return f(wide(a, i), wide(b, j));
  if (a.wide) return f(wide(a, i), b8);
  if (b.wide) return f(a8, wide(b, j));
  return f(a8, b8);
}

}  // namespace

CoverageRange coverage_range_of(const Run& run, std::span<const index::SelectedKgram> selected,
                                std::size_t i) {
  if (run.window == 0) return {run.begin, run.end};
  const std::uint32_t at = selected[i].position;
  const std::uint32_t around = run.window - 1;
  CoverageRange reach{at - std::min(at - run.begin, around),
                      at + std::min(run.end - at, run.noise + around)};
  if (i == 0 || selected[i - 1].group != selected[i].group) return reach;
  const std::uint32_t before = selected[i - 1].position;
  if (before >= run.begin && period_of(run, before, at) != 0) {
    reach.begin = std::min(reach.begin, before);
  }
  return reach;
}

std::uint32_t period_of(const Run& run, std::uint32_t first, std::uint32_t next) {
  if (next >= run.end || next - first > kRepeatSpacing + run.window) return 0;
  const std::uint32_t most = std::min(run.window, next - first - 1);
  for (std::uint32_t period = 1; period <= most; ++period) {
    if (agree_right(run, first, run, first + period, run.noise) == run.noise) return period;
  }
  return 0;
}

std::vector<std::uint32_t> thinned_among(std::span<const Run> runs,
                                         std::span<const index::SelectedKgram> selected) {
  std::vector<std::uint32_t> thinned;
  for (std::uint32_t i = 1; i < selected.size(); ++i) {
    if (selected[i - 1].group != selected[i].group) continue;
    const std::uint32_t before = selected[i - 1].position;
    if (period_of(run_at(runs, before), before, selected[i].position) != 0) thinned.push_back(i);
  }
  return thinned;
}

std::uint32_t agree_right(const Run& a, std::uint32_t a_at, const Run& b, std::uint32_t b_at,
                          std::uint32_t limit) {
  return with_pointers(a, a_at, b, b_at, [limit](auto* x, auto* y) { return right(x, y, limit); });
}

std::uint32_t agree_left(const Run& a, std::uint32_t a_at, const Run& b, std::uint32_t b_at,
                         std::uint32_t limit) {
  return with_pointers(a, a_at, b, b_at, [limit](auto* x, auto* y) { return left(x, y, limit); });
}

}  // namespace whorl::internal::match
