#include "fingerprints/kernels/shared_count.h"

#include <algorithm>
#include <bit>

#include "fingerprints/kernels/level.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fingerprints/kernels/shared_count.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef WHORL_KERNELS_SHARED_COUNT_ONCE
#define WHORL_KERNELS_SHARED_COUNT_ONCE

namespace whorl::internal::kernels {

// An unfinished count: the number of values shared before a[in_a] and b[in_b].
struct SharedPart {
  std::size_t in_a = 0;
  std::size_t in_b = 0;
  std::size_t both = 0;
};

// Steps between two checks if `min_shared` can still be reached.
inline constexpr std::size_t kStepsALook = 32;

// The sides that advance after two values were compared, as 0 or 1: the side of the lesser value,
// or both. The outcome is unpredictable, so it must not become a branch. Compilers turn two
// comparisons of the same values into one branch, so the assembler statement hides that they are
// the same.
struct MovesOn {
  HWY_INLINE MovesOn(std::uint64_t of_a, std::uint64_t of_b) : a(of_a <= of_b) {
    __asm__("" : "+r"(of_b));
    b = of_b <= of_a;
  }
  std::size_t a;
  std::size_t b;
};

}  // namespace whorl::internal::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace whorl::internal::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<std::uint64_t>;
// If comparisons are cheap, it is worth comparing more to advance by more at once.
inline constexpr std::size_t kVectors = hn::MaxLanes(D()) < 8 ? 2 : 1;
inline constexpr std::size_t kBlock = kVectors * hn::MaxLanes(D());

// How many of the kBlock values at `a` are among the kBlock values at `b`.
HWY_INLINE std::size_t CountInBlock(const std::uint64_t* HWY_RESTRICT a,
                                    const std::uint64_t* HWY_RESTRICT b) {
  const D d;
  std::size_t both = 0;
  for (std::size_t v = 0; v < kVectors; ++v) {
    const auto values = hn::LoadU(d, a + v * hn::Lanes(d));
    auto met = hn::Eq(values, hn::Set(d, b[0]));
    for (std::size_t i = 1; i < kBlock; ++i) {
      met = hn::Or(met, hn::Eq(values, hn::Set(d, b[i])));
    }
    both += hn::CountTrue(d, met);
  }
  return both;
}

// Counts until one side has no whole block, or `min_shared` is out of reach. Compares all of two
// blocks, then advances past the one that ends first.
SharedPart CountBlocks(const std::uint64_t* a, std::size_t a_size, const std::uint64_t* b,
                       std::size_t b_size, std::size_t min_shared) {
  SharedPart part;
  while (true) {
    const std::size_t left = std::min(a_size - part.in_a, b_size - part.in_b);
    if (left < kBlock || part.both + left < min_shared) return part;
    // A step takes at most one block of each.
    for (std::size_t step = std::min(left / kBlock, kStepsALook); step > 0; --step) {
      const std::uint64_t* of_a = a + part.in_a;
      const std::uint64_t* of_b = b + part.in_b;
      const MovesOn moves(of_a[kBlock - 1], of_b[kBlock - 1]);
      part.both += CountInBlock(of_a, of_b);
      part.in_a += kBlock * moves.a;
      part.in_b += kBlock * moves.b;
    }
  }
}

}  // namespace whorl::internal::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace whorl::internal::kernels {
namespace {

HWY_EXPORT(CountBlocks);

using Values = std::span<const std::uint64_t>;

// From this ratio on, it is faster to search for each value of the smaller set in the larger.
constexpr std::size_t kSkew = 64;

// The first of [from, from + size) that is not less than `value`, or the end. The loop is the only
// branch.
const std::uint64_t* first_not_under(const std::uint64_t* from, std::size_t size,
                                     std::uint64_t value) {
  while (size > 0) {
    const std::size_t half = (size + 1) / 2;
    from += half * static_cast<std::size_t>(from[half - 1] < value);
    size -= half;
  }
  return from;
}

// Uses strides of the average distance, so that there are hardly more strides than values in `few`;
// then halves the interval.
std::size_t seek_each(Values few, Values many, std::size_t min_shared) {
  if (few.empty()) return 0;
  const std::size_t stride = many.size() / few.size();
  const std::uint64_t* at = many.data();
  const std::uint64_t* const end = at + many.size();
  const auto left = [&] { return static_cast<std::size_t>(end - at); };
  std::size_t both = 0;
  for (std::size_t i = 0; i < few.size() && both + (few.size() - i) >= min_shared; ++i) {
    while (left() > stride && at[stride - 1] < few[i]) at += stride;
    at = first_not_under(at, std::min(stride, left()), few[i]);
    if (at == end) break;
    both += *at == few[i];
  }
  return both;
}

std::size_t merge(Values a, Values b, std::size_t min_shared) {
  const std::uint64_t *x = a.data(), *y = b.data();
  const std::uint64_t *const x_end = x + a.size(), *const y_end = y + b.size();
  std::size_t both = 0;
  while (true) {
    const auto left = static_cast<std::size_t>(std::min(x_end - x, y_end - y));
    if (left == 0 || both + left < min_shared) return both;
    for (std::size_t step = std::min(left, kStepsALook); step > 0; --step) {
      const MovesOn moves(*x, *y);
      both += moves.a & moves.b;
      x += moves.a;
      y += moves.b;
    }
  }
}

std::size_t count_one_by_one(Values a, Values b, std::size_t min_shared) {
  if (a.size() > b.size()) std::swap(a, b);
  return a.size() * kSkew <= b.size() ? seek_each(a, b, min_shared) : merge(a, b, min_shared);
}

}  // namespace

std::size_t shared_count_plain(Values a, Values b) {
  const std::uint64_t *x = a.data(), *y = b.data();
  const std::uint64_t *const x_end = x + a.size(), *const y_end = y + b.size();
  std::size_t both = 0;
  while (x != x_end && y != y_end) {
    const MovesOn moves(*x, *y);
    both += moves.a & moves.b;
    x += moves.a;
    y += moves.b;
  }
  return both;
}

std::size_t shared_count(Values a, Values b, std::size_t min_shared) {
  SharedPart part;
  const auto [fewer, more] = std::minmax({a.size(), b.size()});
  if (level() != Level::scalar && more / kSkew < fewer) {
    part = HWY_DYNAMIC_DISPATCH(CountBlocks)(a.data(), a.size(), b.data(), b.size(), min_shared);
  }
  const std::size_t wanted = min_shared - std::min(min_shared, part.both);
  return part.both + count_one_by_one(a.subspan(part.in_a), b.subspan(part.in_b), wanted);
}

}  // namespace whorl::internal::kernels
#endif
