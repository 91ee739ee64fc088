#include "kernels/window_choices.h"

#include <algorithm>
#include <bit>

#include "kernels/level.h"
#include "kernels/order_keys.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/window_choices.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/simd/choices-inl.h"
#include "kernels/simd/key_stream-inl.h"
#include "kernels/simd/marks-inl.h"

HWY_BEFORE_NAMESPACE();
namespace whorl::kernels::HWY_NAMESPACE {

// What one call of ChooseInLanes reads: `windows` of them in each lane, a multiple of w,
// beginning `spacing` after those of the lane before.
struct LanePlan {
  std::size_t windows;
  std::size_t spacing;
};

// Writes the keys of all lanes, in order.
template <int kLevels, class Symbol>
class KeyWriter {
 public:
  // `halves` has room for the last step, and the longest run asked for with kUnroll to spare.
  KeyWriter(LaneReader<Symbol> reader, KeyStream<kLevels> stream, std::size_t k,
            std::uint32_t* halves)
      : reader_(reader),
        stream_(stream),
        step_(KeyStream<kLevels>::last_step(k)),
        halves_(halves) {}

  // Writes keys[0, count) and up to kUnroll - 1 more, which the next call begins with.
  void Write(std::size_t count, Key* HWY_RESTRICT keys) {
    const DKey d;
    const std::size_t lanes = hn::Lanes(d);
    std::size_t at = ready_;
    for (std::size_t i = 0; i < ready_ * lanes; i += lanes) {
      hn::Store(hn::Load(d, rest_ + i), d, keys + i);
    }
    Key* HWY_RESTRICT to = keys + at * lanes;
    std::uint32_t* HWY_RESTRICT left = halves_;
    std::uint32_t* HWY_RESTRICT right = halves_ + step_ * lanes;
    // In copies, which stay in registers: members might be what the stores write to.
    LaneReader<Symbol> reader = reader_;
    KeyStream<kLevels> stream = stream_;
    for (; at < count; at += kUnroll) {
      reader.Load();
      One<0>(reader, stream, to, left, right);
      One<1>(reader, stream, to, left, right);
      One<2>(reader, stream, to, left, right);
      One<3>(reader, stream, to, left, right);
      to += kUnroll * lanes;
      left += kUnroll * lanes;
      right += kUnroll * lanes;
    }
    reader_ = reader;
    stream_ = stream;
    ready_ = at - count;
    rest_ = keys + count * lanes;
    std::copy(left, right, halves_);
  }

 private:
  template <int kStep>
  static HWY_INLINE void One(const LaneReader<Symbol>& reader, KeyStream<kLevels>& stream,
                             Key* HWY_RESTRICT to, const std::uint32_t* left,
                             std::uint32_t* right) {
    const D32 d;
    constexpr std::size_t kAt = kStep * hn::MaxLanes(D32());
    V32 h = stream.template Next<kStep>(reader.template Get<kStep>());
    if constexpr (kLevels > 0) {
      hn::Store(h, d, right + kAt);
      h = Combine<kLevels - 1>(hn::Load(d, left + kAt), h);
    }
    hn::Store(ToOrder(h), DKey(), to + kAt);
  }

  LaneReader<Symbol> reader_;
  KeyStream<kLevels> stream_;
  std::size_t step_;
  std::uint32_t* halves_;
  const Key* rest_ = nullptr;
  std::size_t ready_ = 0;
};

// Cuts one aligned piece of memory into arrays.
class Arena {
 public:
  explicit Arena(std::vector<std::uint32_t>& memory, std::size_t words) {
    if (memory.size() < words + 16) memory.resize(words + 16);
    const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
    next_ = memory.data() + (64 - address % 64) % 64 / 4;
  }
  template <class T>
  T* Take(std::size_t count) {
    T* const here = reinterpret_cast<T*>(next_);
    next_ += (count * sizeof(T) + 63) / 64 * 16;
    return here;
  }

 private:
  std::uint32_t* next_;
};

inline constexpr std::size_t kChunk = 96;  // keys a lane that are written at once, at least

template <int kLevels, class Symbol>
void ChooseInLanes(const Symbol* text, std::size_t k, std::size_t w, std::uint32_t seed,
                   std::size_t first, LanePlan plan, ChoiceScratch& scratch, std::uint64_t* bits) {
  const std::size_t lanes = hn::Lanes(D32());
  const std::size_t steps = plan.windows + w - 1;
  const std::size_t chunk = (kChunk + w - 1) / w * w;
  const std::size_t rings = KeyStream<kLevels>::kRingVectors;
  const std::size_t halves = KeyStream<kLevels>::last_step(k) + std::max(chunk, k) + 2 * kUnroll;
  Arena arena(scratch.lanes, (2 * std::max(chunk, k) + w + rings + halves + 4 * kUnroll) * lanes +
                                 2 * w + steps + 256);
  Key* keys = arena.Take<Key>((std::max(chunk, k) + 2 * kUnroll) * lanes);
  BlockScratch block;
  block.suffix = arena.Take<Key>(w * lanes);
  auto* ring = arena.Take<std::uint32_t>(rings * lanes);
  auto* half = arena.Take<std::uint32_t>(halves * lanes);
  block.suffix_records = arena.Take<LaneBits>(w);
  block.prefix_others = arena.Take<LaneBits>(w);
  block.before_turn = arena.Take<LaneBits>(w);
  auto* chosen = arena.Take<LaneBits>(steps + 64);
  std::fill_n(ring, rings * lanes, 0u);
  std::fill_n(half, KeyStream<kLevels>::last_step(k) * lanes, 0u);
  std::fill_n(chosen + steps, 64, LaneBits{0});
  std::fill_n(block.prefix_others, w,
              static_cast<LaneBits>(~0u));  // no window ends in the first block

  const std::size_t phantom = (kUnroll - (steps + k - 1) % kUnroll) % kUnroll;
  const std::size_t loads = (phantom + k - 1 + steps) / kUnroll;
  KeyWriter<kLevels, Symbol> writer(LaneReader<Symbol>(text + first, plan.spacing, phantom, loads),
                                    KeyStream<kLevels>(seed, ring), k, half);
  writer.Write(phantom + k - 1, keys);
  for (std::size_t at = 0; at < steps; at += chunk) {
    const std::size_t count = std::min(chunk, steps - at);
    writer.Write(count, keys);
    for (std::size_t i = 0; i < count; i += w) {
      const Key* here = keys + i * lanes;
      if (at + i > 0) ChooseInSuffix(here, block, w, chosen + at + i - w);
      ChooseInPrefix(here, block, w, chosen + at + i);
    }
  }
  SpreadMarks(chosen, steps, first, plan.spacing, bits);
}

template <class Symbol>
using Chooser = void (*)(const Symbol*, std::size_t, std::size_t, std::uint32_t, std::size_t,
                         LanePlan, ChoiceScratch&, std::uint64_t*);

template <class Symbol>
Chooser<Symbol> ChooserFor(std::size_t k) {
  static constexpr Chooser<Symbol> kByLevels[] = {
      ChooseInLanes<0, Symbol>, ChooseInLanes<1, Symbol>, ChooseInLanes<2, Symbol>,
      ChooseInLanes<3, Symbol>, ChooseInLanes<4, Symbol>, ChooseInLanes<5, Symbol>,
      ChooseInLanes<6, Symbol>, ChooseInLanes<7, Symbol>, ChooseInLanes<8, Symbol>,
      ChooseInLanes<9, Symbol>, ChooseInLanes<10, Symbol>};
  const auto levels = static_cast<std::size_t>(std::bit_width(k - 1));
  return levels < std::size(kByLevels) ? kByLevels[levels] : nullptr;
}

// Windows a lane that keep its part of the text and the marks near the processor. Lanes just a
// page apart, of 4096 bytes, would compete for one set of the cache.
inline constexpr std::size_t kWindowsALane = 4000;

// Lays lanes over `windows` windows, or in rounds over as many at a time as stay near. A plan of
// no windows: the text is too short for this.
LanePlan PlanLanes(std::size_t windows, std::size_t k, std::size_t w) {
  const std::size_t lanes = hn::Lanes(D32());
  if (windows < 4 * (w + k) || w == 1) return {0, 0};
  const std::size_t most = lanes * std::max(kWindowsALane, 8 * (w + k));
  const std::size_t rounds = (windows + most - 1) / most;
  LanePlan plan;
  plan.spacing = (windows + rounds * lanes - 1) / (rounds * lanes);
  // An odd number of cache lines, so that lanes stand in different sets.
  if (rounds > 1) plan.spacing = (plan.spacing + 63) / 128 * 128 + 64;
  plan.windows = (plan.spacing + w - 1) / w * w;
  if (plan.windows > windows) return {0, 0};
  plan.spacing = std::min(plan.spacing, (windows - plan.windows) / (lanes - 1));
  return plan;
}

// Returns how many windows it took: all but fewer than there are lanes, or none.
template <class Symbol>
std::size_t ChooseVector(Chooser<Symbol> choose_in_lanes, const Symbol* text, std::size_t size,
                         std::size_t k, std::size_t w, std::uint32_t seed, ChoiceScratch& scratch,
                         std::uint64_t* bits) {
  const std::size_t lanes = hn::Lanes(D32());
  const std::size_t windows = size - k - w + 2;
  const LanePlan plan = PlanLanes(windows, k, w);
  if (choose_in_lanes == nullptr || plan.windows == 0) return 0;
  const std::size_t reach = plan.spacing * (lanes - 1) + plan.windows;
  std::size_t done = 0;
  while (windows - done >= lanes) {
    const std::size_t first = std::min(done, windows - reach);
    choose_in_lanes(text, k, w, seed, first, plan, scratch, bits);
    done = first + reach;
  }
  return done;
}

std::size_t ChooseBytes(const std::uint8_t* text, std::size_t size, std::size_t k, std::size_t w,
                        std::uint32_t seed, ChoiceScratch& scratch, std::uint64_t* bits) {
  return ChooseVector(ChooserFor<std::uint8_t>(k), text, size, k, w, seed, scratch, bits);
}

std::size_t ChooseWords(const std::uint32_t* text, std::size_t size, std::size_t k, std::size_t w,
                        std::uint32_t seed, ChoiceScratch& scratch, std::uint64_t* bits) {
  return ChooseVector(ChooserFor<std::uint32_t>(k), text, size, k, w, seed, scratch, bits);
}

std::size_t ChooseKeys(const std::uint32_t* keys, std::size_t size, std::size_t w,
                       ChoiceScratch& scratch, std::uint64_t* bits) {
  return ChooseVector<std::uint32_t>(ChooseInLanes<kReadyKeys, std::uint32_t>, keys, size, 1, w, 0,
                                     scratch, bits);
}

}  // namespace whorl::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace whorl::kernels {
namespace {

HWY_EXPORT(ChooseBytes);
HWY_EXPORT(ChooseWords);
HWY_EXPORT(ChooseKeys);

// Calls mark(i) with the rightmost minimum of each window. The queue holds the positions that
// may still become one, ascending in key, so that each enters and leaves once.
template <class Mark>
void slide_minimum(std::span<const std::uint32_t> keys, std::size_t w,
                   std::vector<std::uint32_t>& queue, Mark mark) {
  queue.resize(keys.size());
  std::size_t front = 0, back = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    while (back > front && keys[queue[back - 1]] >= keys[i]) --back;
    queue[back++] = static_cast<std::uint32_t>(i);
    if (queue[front] + w <= i) ++front;
    if (i + 1 >= w) mark(queue[front]);
  }
}

// Sets the bits that windows from `first` on choose; fewer than w keys are one window.
void mark_keys(std::span<const std::uint32_t> keys, std::size_t w, std::size_t first,
               std::vector<std::uint32_t>& queue, std::uint64_t* bits) {
  slide_minimum(keys, std::min(w, keys.size()), queue, [&](std::size_t i) {
    bits[(first + i) / 64] |= std::uint64_t{1} << ((first + i) % 64);
  });
}

template <class Symbol>
void mark_symbols(std::span<const Symbol> symbols, std::size_t k, std::size_t w, std::uint32_t seed,
                  std::size_t first, ChoiceScratch& scratch, std::uint64_t* bits) {
  order_keys(symbols.subspan(first), k, seed, scratch.keys);
  mark_keys(scratch.keys, w, first, scratch.queue, bits);
}

// Runs `vector` where there is a vector unit, then the plain twin on the windows it leaves.
template <class Symbol, class Vector>
void choose_with(std::span<const Symbol> symbols, std::size_t k, std::size_t w, std::uint32_t seed,
                 ChoiceScratch& scratch, std::vector<std::uint64_t>& bits, Vector vector) {
  if (level() == Level::scalar || symbols.size() < k + w) {
    return choose_plain(symbols, k, w, seed, scratch, bits);
  }
  const std::size_t kgrams = symbols.size() - k + 1;
  bits.assign(kgrams / 64 + 3, 0);
  const std::size_t done = vector(symbols.data(), symbols.size(), k, w, seed, scratch, bits.data());
  if (done + w <= kgrams) mark_symbols(symbols, k, w, seed, done, scratch, bits.data());
  bits.resize((kgrams + 63) / 64);
}

}  // namespace

void choose_keys_plain(std::span<const std::uint32_t> keys, std::size_t w, ChoiceScratch& scratch,
                       std::vector<std::uint64_t>& bits) {
  bits.assign((keys.size() + 63) / 64, 0);
  mark_keys(keys, w, 0, scratch.queue, bits.data());
}

void choose_keys(std::span<const std::uint32_t> keys, std::size_t w, ChoiceScratch& scratch,
                 std::vector<std::uint64_t>& bits) {
  if (level() == Level::scalar || keys.size() <= w) {
    return choose_keys_plain(keys, w, scratch, bits);
  }
  bits.assign(keys.size() / 64 + 3, 0);
  const std::size_t done =
      HWY_DYNAMIC_DISPATCH(ChooseKeys)(keys.data(), keys.size(), w, scratch, bits.data());
  if (done + w <= keys.size()) mark_keys(keys.subspan(done), w, done, scratch.queue, bits.data());
  bits.resize((keys.size() + 63) / 64);
}

template <class Symbol>
void choose_plain(std::span<const Symbol> symbols, std::size_t k, std::size_t w, std::uint32_t seed,
                  ChoiceScratch& scratch, std::vector<std::uint64_t>& bits) {
  bits.clear();
  if (symbols.size() < k) return;
  bits.assign((symbols.size() - k) / 64 + 1, 0);
  mark_symbols(symbols, k, w, seed, 0, scratch, bits.data());
}

template void choose_plain(std::span<const std::uint8_t>, std::size_t, std::size_t, std::uint32_t,
                           ChoiceScratch&, std::vector<std::uint64_t>&);
template void choose_plain(std::span<const std::uint32_t>, std::size_t, std::size_t, std::uint32_t,
                           ChoiceScratch&, std::vector<std::uint64_t>&);

void choose(std::span<const std::uint8_t> symbols, std::size_t k, std::size_t w, std::uint32_t seed,
            ChoiceScratch& scratch, std::vector<std::uint64_t>& bits) {
  choose_with(symbols, k, w, seed, scratch, bits, HWY_DYNAMIC_DISPATCH(ChooseBytes));
}

void choose(std::span<const std::uint32_t> symbols, std::size_t k, std::size_t w,
            std::uint32_t seed, ChoiceScratch& scratch, std::vector<std::uint64_t>& bits) {
  choose_with(symbols, k, w, seed, scratch, bits, HWY_DYNAMIC_DISPATCH(ChooseWords));
}

void choose(std::span<const char32_t> symbols, std::size_t k, std::size_t w, std::uint32_t seed,
            ChoiceScratch& scratch, std::vector<std::uint64_t>& bits) {
  static_assert(sizeof(char32_t) == sizeof(std::uint32_t));
  const auto* words = reinterpret_cast<const std::uint32_t*>(symbols.data());
  choose(std::span(words, symbols.size()), k, w, seed, scratch, bits);
}

}  // namespace whorl::kernels
#endif
