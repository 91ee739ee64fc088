#include "fingerprints/kernels/open_closed.h"

#include <algorithm>

#include "fingerprints/kernels/kgram_hash.h"
#include "fingerprints/kernels/level.h"

// Plain loops over arrays that fit in the fastest cache, compiled for each level; `scalar` uses the
// compiler's own vectorisation.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fingerprints/kernels/open_closed.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace whorl::internal::kernels::HWY_NAMESPACE {

// sums[i] = the running sum (order_keys.h) before symbol i, for i in [0, n].
template <class Symbol>
void RunningSums(const Symbol* HWY_RESTRICT symbols, std::size_t n,
                 const std::uint32_t* HWY_RESTRICT down, std::uint32_t* HWY_RESTRICT sums) {
  sums[0] = 0;
  for (std::size_t i = 0; i < n; ++i)
    sums[i + 1] = static_cast<std::uint32_t>(symbols[i]) * down[i];
  for (std::size_t i = 0; i < n; ++i) sums[i + 1] += sums[i];
}

// keys[i] = order key of the k symbols at i, for i in [0, n).
void OrderKeys(const std::uint32_t* HWY_RESTRICT sums, std::size_t n, std::size_t k,
               const std::uint32_t* HWY_RESTRICT up, std::uint32_t* HWY_RESTRICT keys) {
  const std::uint32_t* HWY_RESTRICT after = sums + k;
  const std::uint32_t* HWY_RESTRICT power = up + k - 1;
  for (std::size_t i = 0; i < n; ++i) keys[i] = (after[i] - sums[i]) * power[i] + 0x80000000u;
}

// minima[i] = minimum of keys[i, i + width), for i in [0, n - width + 1); the rest is overwritten.
void WindowMinimum(const std::uint32_t* HWY_RESTRICT keys, std::size_t n, std::size_t width,
                   std::uint32_t* minima) {
  std::copy_n(keys, n, minima);
  for (std::size_t m = 1; m < width;) {
    const std::size_t step = std::min(m, width - m);
    n -= step;
    for (std::size_t i = 0; i < n; ++i) minima[i] = std::min(minima[i], minima[i + step]);
    m += step;
  }
}

// `last_sgram` = k - s: the offset of a k-gram's last s-gram.
void PutPriorities(const std::uint32_t* HWY_RESTRICT sgrams,
                   const std::uint32_t* HWY_RESTRICT minima, std::size_t n, std::size_t last_sgram,
                   std::uint32_t* HWY_RESTRICT kgrams) {
  const std::uint32_t* HWY_RESTRICT middle = sgrams + last_sgram / 2;
  const std::uint32_t* HWY_RESTRICT last = sgrams + last_sgram;
  for (std::size_t i = 0; i < n; ++i) {
    const bool closed = (sgrams[i] == minima[i]) | (last[i] == minima[i]);
    const std::uint32_t other = closed ? 1u << 30 : 2u << 30;
    const std::uint32_t priority = middle[i] == minima[i] ? 0 : other;
    kgrams[i] = priority | kgrams[i] >> 2;
  }
}

template <class Symbol>
void KeysOf(std::span<const Symbol> symbols, const OpenClosedOrder& order,
            OpenClosedScratch& scratch, std::uint32_t* keys) {
  const std::size_t k = order.k, s = order.s;
  const std::size_t kgrams = symbols.size() - k + 1, block = std::max(kOpenClosedBlock, k);
  std::uint32_t *sums = scratch.sums.data(), *sgrams = scratch.sgrams.data(),
                *minima = scratch.minima.data();
  const std::uint32_t* up = scratch.powers.up();
  for (std::size_t begin = 0; begin < kgrams; begin += block) {
    const std::size_t count = std::min(block, kgrams - begin);
    const std::size_t reach = count + k - 1;
    RunningSums(symbols.data() + begin, reach, scratch.powers.down(), sums);
    OrderKeys(sums, reach - s + 1, s, up, sgrams);
    WindowMinimum(sgrams, reach - s + 1, k - s + 1, minima);
    OrderKeys(sums, count, k, up, keys + begin);
    PutPriorities(sgrams, minima, count, k - s, keys + begin);
  }
}

void KeysOfBytes(std::span<const std::uint8_t> symbols, const OpenClosedOrder& order,
                 OpenClosedScratch& scratch, std::uint32_t* keys) {
  KeysOf(symbols, order, scratch, keys);
}

void KeysOfWords(std::span<const std::uint32_t> symbols, const OpenClosedOrder& order,
                 OpenClosedScratch& scratch, std::uint32_t* keys) {
  KeysOf(symbols, order, scratch, keys);
}

}  // namespace whorl::internal::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace whorl::internal::kernels {

HWY_EXPORT(KeysOfBytes);
HWY_EXPORT(KeysOfWords);
HWY_EXPORT(WindowMinimum);
HWY_EXPORT(PutPriorities);

namespace {

template <class Symbol, class Kernel>
void keys_with(std::span<const Symbol> symbols, const OpenClosedOrder& order,
               OpenClosedScratch& scratch, std::vector<std::uint32_t>& keys, Kernel kernel) {
  keys.clear();
  if (symbols.size() < order.k) return;
  const std::size_t reach = 2 * std::max(kOpenClosedBlock, order.k);
  if (scratch.sums.size() <= reach) {
    scratch.sums.resize(reach + 1);
    scratch.sgrams.resize(reach);
    scratch.minima.resize(reach);
  }
  scratch.powers.reach(order.seed, reach);
  keys.resize(symbols.size() - order.k + 1);
  kernel(symbols, order, scratch, keys.data());
}

}  // namespace

template <class Symbol>
std::uint32_t open_closed_key(std::span<const Symbol> kgram, std::size_t s, std::uint32_t seed) {
  const auto sgram = [&](std::size_t i) { return order_key(kgram.subspan(i, s), seed); };
  const std::size_t last = kgram.size() - s;
  std::uint32_t minimum = sgram(0);
  for (std::size_t i = 1; i <= last; ++i) minimum = std::min(minimum, sgram(i));
  const bool open = sgram(last / 2) == minimum;
  const bool closed = sgram(0) == minimum || sgram(last) == minimum;
  const std::uint32_t priority = open ? 0 : closed ? 1 : 2;
  return priority << 30 | order_key(kgram, seed) >> 2;
}

template std::uint32_t open_closed_key(std::span<const std::uint8_t>, std::size_t, std::uint32_t);
template std::uint32_t open_closed_key(std::span<const std::uint32_t>, std::size_t, std::uint32_t);

void open_closed_keys(std::span<const std::uint8_t> symbols, const OpenClosedOrder& order,
                      OpenClosedScratch& scratch, std::vector<std::uint32_t>& keys) {
  keys_with(symbols, order, scratch, keys, HWY_DYNAMIC_DISPATCH(KeysOfBytes));
}

void open_closed_keys(std::span<const std::uint32_t> symbols, const OpenClosedOrder& order,
                      OpenClosedScratch& scratch, std::vector<std::uint32_t>& keys) {
  keys_with(symbols, order, scratch, keys, HWY_DYNAMIC_DISPATCH(KeysOfWords));
}

void open_closed_keys(std::span<const char32_t> symbols, const OpenClosedOrder& order,
                      OpenClosedScratch& scratch, std::vector<std::uint32_t>& keys) {
  const auto* words = reinterpret_cast<const std::uint32_t*>(symbols.data());
  open_closed_keys(std::span(words, symbols.size()), order, scratch, keys);
}

void put_priorities(std::span<const std::uint32_t> sgrams, std::size_t k, std::size_t s,
                    std::span<std::uint32_t> kgrams) {
  std::vector<std::uint32_t> minima(sgrams.size());
  HWY_DYNAMIC_DISPATCH(WindowMinimum)(sgrams.data(), sgrams.size(), k - s + 1, minima.data());
  HWY_DYNAMIC_DISPATCH(PutPriorities)
  (sgrams.data(), minima.data(), kgrams.size(), k - s, kgrams.data());
}

}  // namespace whorl::internal::kernels
#endif
