#include "kernels/window_minima.h"

#include <algorithm>

#include "kernels/level.h"
#include "kernels/order_keys.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/window_minima.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/simd/choices-inl.h"
#include "kernels/simd/key_writer-inl.h"
#include "kernels/simd/marks-inl.h"

HWY_BEFORE_NAMESPACE();
namespace whorl::internal::kernels::HWY_NAMESPACE {

// What one call of ChooseInLanes takes: `windows` of them in each lane, a multiple of w,
// beginning `spacing` after those of the lane before.
struct LanePlan {
  std::size_t windows;
  std::size_t spacing;
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

// Keys of a lane that are written at once: blocks of w, and as many as a k-gram has symbols.
inline std::size_t ChunkOf(std::size_t k, std::size_t w) {
  return (std::max<std::size_t>(96, k) + w - 1) / w * w;
}

// What chooses in lanes writes, an array each.
struct LaneSpace {
  Key* keys;
  std::uint32_t* sums;
  std::uint32_t* first;  // symbols
  BlockScratch block;
  LaneBits* chosen;
  std::uint64_t* words;

  LaneSpace(std::size_t k, std::size_t w, std::size_t steps, std::vector<std::uint32_t>& memory) {
    const std::size_t lanes = hn::Lanes(D32());
    const std::size_t longest = ChunkOf(k, w) + 2 * kUnroll;
    Arena arena(memory, (longest + w + SumMaker::RingVectors(k) + kUnroll) * lanes + 2 * w + steps +
                            2 * WordRoom(steps) + 512);
    keys = arena.Take<Key>(longest * lanes);
    sums = arena.Take<std::uint32_t>(SumMaker::RingVectors(k) * lanes);
    first = arena.Take<std::uint32_t>(kUnroll * lanes);
    block.suffix = arena.Take<Key>(w * lanes);
    block.suffix_records = arena.Take<LaneBits>(BlockScratch::MaskRoom(w));
    block.prefix_others = arena.Take<LaneBits>(BlockScratch::MaskRoom(w));
    block.before_turn = arena.Take<LaneBits>(BlockScratch::MaskRoom(w));
    block.Begin(w);
    chosen = arena.Take<LaneBits>(steps + 64);
    std::fill_n(chosen + steps, 64, LaneBits{0});
    words = arena.Take<std::uint64_t>(WordRoom(steps));
  }
};

// Marks what `steps` windows of each lane choose. The first `before` keys are of too few symbols
// and are let go.
template <class Writer>
void ChooseSteps(Writer writer, std::size_t before, std::size_t steps, std::size_t chunk,
                 std::size_t w, const LaneSpace& space) {
  const std::size_t lanes = hn::Lanes(D32());
  writer.Write(before, space.keys);
  for (std::size_t at = 0; at < steps; at += chunk) {
    const std::size_t count = std::min(chunk, steps - at);
    writer.Write(count, space.keys);
    for (std::size_t i = 0; i < count; i += w) {
      const Key* here = space.keys + i * lanes;
      LaneBits* chosen = space.chosen + at + i;
      if (at + i > 0) {
        TakePrefixes(here, space.block, w);
        MarkInSuffix(space.block, w, chosen - w);
      }
      TakeSuffixes(here, space.block, w);
      MarkInPrefix(space.block, w, chosen);
    }
  }
}

// One round of lanes over the text from `first` on; make(sums) gives what makes the keys.
template <class Symbol, class Make>
void ChooseInLanes(const Symbol* text, std::size_t k, std::size_t w, std::size_t first,
                   LanePlan plan, WindowMinimaScratch& scratch, std::uint64_t* bits, Make make) {
  const std::size_t steps = plan.windows + w - 1;
  const LaneSpace space(k, w, steps, scratch.lanes);
  const std::size_t phantom = (kUnroll - (steps + k - 1) % kUnroll) % kUnroll;
  const LaneReader<Symbol> reader(text + first, plan.spacing, phantom,
                                  reinterpret_cast<Symbol*>(space.first));
  ChooseSteps(KeyWriter(reader, make(phantom + k - 1 + steps, space.sums)), phantom + k - 1, steps,
              ChunkOf(k, w), w, space);
  AddMarks(space.chosen, steps, first, plan.spacing, space.words, bits);
}

// Windows a lane that keep its part of the text and the marks near the processor. Lanes just a
// page apart, of 4096 bytes, would compete for one set of the cache.
inline constexpr std::size_t kWindowsALane = 7000;

// K-grams of more are left to the plain twin: the sums of so many steps would not stay near.
inline constexpr std::size_t kMostSymbols = 1024;

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
template <class Symbol, class Make>
std::size_t ChooseVector(const Symbol* text, std::size_t size, std::size_t k, std::size_t w,
                         WindowMinimaScratch& scratch, std::uint64_t* bits, Make make) {
  const std::size_t lanes = hn::Lanes(D32());
  const std::size_t windows = size - k - w + 2;
  const LanePlan plan = PlanLanes(windows, k, w);
  if (k > kMostSymbols || plan.windows == 0) return 0;
  const std::size_t reach = plan.spacing * (lanes - 1) + plan.windows;
  std::size_t done = 0;
  while (windows - done >= lanes) {
    const std::size_t first = std::min(done, windows - reach);
    ChooseInLanes(text, k, w, first, plan, scratch, bits, make);
    done = first + reach;
  }
  return done;
}

template <class Symbol>
std::size_t ChooseSymbols(const Symbol* text, std::size_t size, std::size_t k, std::size_t w,
                          std::uint32_t seed, WindowMinimaScratch& scratch, std::uint64_t* bits) {
  const auto make = [&](std::size_t symbols, std::uint32_t* sums) {
    scratch.powers.reach(seed, symbols);
    return SumMaker(scratch.powers, k, sums);
  };
  return ChooseVector(text, size, k, w, scratch, bits, make);
}

std::size_t ChooseBytes(const std::uint8_t* text, std::size_t size, std::size_t k, std::size_t w,
                        std::uint32_t seed, WindowMinimaScratch& scratch, std::uint64_t* bits) {
  return ChooseSymbols(text, size, k, w, seed, scratch, bits);
}

std::size_t ChooseWords(const std::uint32_t* text, std::size_t size, std::size_t k, std::size_t w,
                        std::uint32_t seed, WindowMinimaScratch& scratch, std::uint64_t* bits) {
  return ChooseSymbols(text, size, k, w, seed, scratch, bits);
}

std::size_t ChooseKeys(const std::uint32_t* keys, std::size_t size, std::size_t w,
                       WindowMinimaScratch& scratch, std::uint64_t* bits) {
  const auto make = [](std::size_t, std::uint32_t*) { return ReadyMaker(); };
  return ChooseVector(keys, size, 1, w, scratch, bits, make);
}

}  // namespace whorl::internal::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace whorl::internal::kernels {
namespace {

HWY_EXPORT(ChooseBytes);
HWY_EXPORT(ChooseWords);
HWY_EXPORT(ChooseKeys);

// A key before its place, so that of equal keys the rightmost is the least.
std::uint64_t rank_of(std::uint32_t key, std::size_t place) {
  return std::uint64_t{key} << 32 | static_cast<std::uint32_t>(~place);
}

// Calls mark(i) with the rightmost minimum of each window, which is the least of the suffix minimum
// of one block of w keys and the prefix minimum of the next (van Herk; Gil and Werman).
template <class Mark>
void slide_minimum(std::span<const std::uint32_t> keys, std::size_t w,
                   std::vector<std::uint64_t>& suffix, Mark mark) {
  suffix.resize(w);
  for (std::size_t block = 0; block + w <= keys.size(); block += w) {
    std::uint64_t least = ~std::uint64_t{0};
    for (std::size_t i = w; i-- > 0;) {
      suffix[i] = least = std::min(least, rank_of(keys[block + i], block + i));
    }
    const std::size_t windows = std::min(w, keys.size() - block - w + 1);
    std::uint64_t prefix = ~std::uint64_t{0};
    for (std::size_t i = 0; i < windows; ++i) {
      mark(static_cast<std::uint32_t>(~std::min(suffix[i], prefix)));
      const std::size_t next = block + w + i;
      if (next < keys.size()) prefix = std::min(prefix, rank_of(keys[next], next));
    }
  }
}

// Sets the bits that windows from `first` on choose; fewer than w keys, but at least one, are one
// window.
void mark_keys(std::span<const std::uint32_t> keys, std::size_t w, std::size_t first,
               std::vector<std::uint64_t>& suffix, std::uint64_t* bits) {
  if (keys.empty()) return;
  std::size_t marked = keys.size();
  slide_minimum(keys, std::min(w, keys.size()), suffix, [&](std::size_t i) {
    if (i == marked) return;
    marked = i;
    bits[(first + i) / 64] |= std::uint64_t{1} << ((first + i) % 64);
  });
}

template <class Symbol>
void mark_symbols(std::span<const Symbol> symbols, std::size_t k, std::size_t w, std::uint32_t seed,
                  std::size_t first, WindowMinimaScratch& scratch, std::uint64_t* bits) {
  order_keys(symbols.subspan(first), k, seed, scratch.keys);
  mark_keys(scratch.keys, w, first, scratch.suffix, bits);
}

// Runs `vector` where there is a vector unit, then the plain twin on the windows it leaves.
template <class Symbol, class Vector>
void choose_with(std::span<const Symbol> symbols, std::size_t k, std::size_t w, std::uint32_t seed,
                 WindowMinimaScratch& scratch, std::vector<std::uint64_t>& bits, Vector vector) {
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

void choose_keys_plain(std::span<const std::uint32_t> keys, std::size_t w,
                       WindowMinimaScratch& scratch, std::vector<std::uint64_t>& bits) {
  bits.assign((keys.size() + 63) / 64, 0);
  mark_keys(keys, w, 0, scratch.suffix, bits.data());
}

void choose_keys(std::span<const std::uint32_t> keys, std::size_t w, WindowMinimaScratch& scratch,
                 std::vector<std::uint64_t>& bits) {
  if (level() == Level::scalar || keys.size() <= w) {
    return choose_keys_plain(keys, w, scratch, bits);
  }
  bits.assign(keys.size() / 64 + 3, 0);
  const std::size_t done =
      HWY_DYNAMIC_DISPATCH(ChooseKeys)(keys.data(), keys.size(), w, scratch, bits.data());
  if (done + w <= keys.size()) mark_keys(keys.subspan(done), w, done, scratch.suffix, bits.data());
  bits.resize((keys.size() + 63) / 64);
}

template <class Symbol>
void choose_plain(std::span<const Symbol> symbols, std::size_t k, std::size_t w, std::uint32_t seed,
                  WindowMinimaScratch& scratch, std::vector<std::uint64_t>& bits) {
  bits.clear();
  if (symbols.size() < k) return;
  bits.assign((symbols.size() - k) / 64 + 1, 0);
  mark_symbols(symbols, k, w, seed, 0, scratch, bits.data());
}

template void choose_plain(std::span<const std::uint8_t>, std::size_t, std::size_t, std::uint32_t,
                           WindowMinimaScratch&, std::vector<std::uint64_t>&);
template void choose_plain(std::span<const std::uint32_t>, std::size_t, std::size_t, std::uint32_t,
                           WindowMinimaScratch&, std::vector<std::uint64_t>&);

void choose(std::span<const std::uint8_t> symbols, std::size_t k, std::size_t w, std::uint32_t seed,
            WindowMinimaScratch& scratch, std::vector<std::uint64_t>& bits) {
  choose_with(symbols, k, w, seed, scratch, bits, HWY_DYNAMIC_DISPATCH(ChooseBytes));
}

void choose(std::span<const std::uint32_t> symbols, std::size_t k, std::size_t w,
            std::uint32_t seed, WindowMinimaScratch& scratch, std::vector<std::uint64_t>& bits) {
  choose_with(symbols, k, w, seed, scratch, bits, HWY_DYNAMIC_DISPATCH(ChooseWords));
}

void choose(std::span<const char32_t> symbols, std::size_t k, std::size_t w, std::uint32_t seed,
            WindowMinimaScratch& scratch, std::vector<std::uint64_t>& bits) {
  static_assert(sizeof(char32_t) == sizeof(std::uint32_t));
  const auto* words = reinterpret_cast<const std::uint32_t*>(symbols.data());
  choose(std::span(words, symbols.size()), k, w, seed, scratch, bits);
}

}  // namespace whorl::internal::kernels
#endif
