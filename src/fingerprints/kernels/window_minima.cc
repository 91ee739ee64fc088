#include "fingerprints/kernels/window_minima.h"

#include <algorithm>

#include "fingerprints/kernels/level.h"
#include "fingerprints/kernels/order_keys.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fingerprints/kernels/window_minima.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "fingerprints/kernels/simd/key_writer-inl.h"
#include "fingerprints/kernels/simd/marks-inl.h"
#include "fingerprints/kernels/simd/window_minima-inl.h"

HWY_BEFORE_NAMESPACE();
namespace whorl::internal::kernels::HWY_NAMESPACE {

// The windows of one call of MinimaInLanes: `windows` in each lane, a multiple of w. The first lane
// begins at `first`, each other one `spacing` after the one before.
struct LanePlan {
  std::size_t windows;
  std::size_t spacing;
  std::size_t first = 0;
};

// The output: working memory, and the bits of k-grams.
struct MinimaOutput {
  WindowMinimaScratch& scratch;
  std::uint64_t* bits;
};

// Cuts one aligned block of memory into arrays.
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

// Keys of a lane that are written at once: blocks of w, and at least as many as a k-gram has
// symbols.
inline std::size_t ChunkOf(std::size_t k, std::size_t w) {
  return (std::max<std::size_t>(96, k) + w - 1) / w * w;
}

// The arrays that the lanes write, for `steps` windows of each lane.
struct LaneSpace {
  std::size_t w;
  std::size_t steps;
  std::size_t chunk;
  Key* keys;
  std::uint32_t* sums;
  std::uint32_t* first;  // symbols
  BlockScratch block;
  LaneBits* minima;
  std::uint64_t* words;

  LaneSpace(std::size_t k, std::size_t width, std::size_t count, std::vector<std::uint32_t>& memory)
      : w(width), steps(count), chunk(ChunkOf(k, width)) {
    const std::size_t lanes = hn::Lanes(D32());
    const std::size_t longest = chunk + 2 * kUnroll;
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
    minima = arena.Take<LaneBits>(steps + 64);
    std::fill_n(minima + steps, 64, LaneBits{0});
    words = arena.Take<std::uint64_t>(WordRoom(steps));
  }
};

// Marks the minima of the windows of each lane. The first `before` keys have too few symbols and
// are left out.
template <class Writer>
void MarkSteps(Writer writer, std::size_t before, const LaneSpace& space) {
  const std::size_t lanes = hn::Lanes(D32()), w = space.w;
  writer.Write(before, space.keys);
  for (std::size_t at = 0; at < space.steps; at += space.chunk) {
    const std::size_t count = std::min(space.chunk, space.steps - at);
    writer.Write(count, space.keys);
    for (std::size_t i = 0; i < count; i += w) {
      const Key* here = space.keys + i * lanes;
      LaneBits* minima = space.minima + at + i;
      if (at + i > 0) {
        TakePrefixes(here, space.block, w);
        MarkInSuffix(space.block, w, minima - w);
      }
      TakeSuffixes(here, space.block, w);
      MarkInPrefix(space.block, w, minima);
    }
  }
}

// One round of lanes over the text; make(sums) returns the Maker of the keys.
template <class Symbol, class Make>
void MinimaInLanes(const Symbol* text, const KgramWindows& windows, const LanePlan& plan,
                   const MinimaOutput& out, Make make) {
  const std::size_t k = windows.k, steps = plan.windows + windows.w - 1;
  const LaneSpace space(k, windows.w, steps, out.scratch.lanes);
  const std::size_t phantom = (kUnroll - (steps + k - 1) % kUnroll) % kUnroll;
  const LaneReader<Symbol> reader(text + plan.first, plan.spacing, phantom,
                                  reinterpret_cast<Symbol*>(space.first));
  MarkSteps(KeyWriter(reader, make(phantom + k - 1 + steps, space.sums)), phantom + k - 1, space);
  AddMarks({space.minima, steps, plan.first, plan.spacing}, space.words, out.bits);
}

// Windows a lane for which its part of the text and the marks stay in the cache. Lanes exactly a
// page of 4096 bytes apart would compete for one set of the cache.
inline constexpr std::size_t kWindowsALane = 7000;

// K-grams of more symbols are left to the plain twin: the sums of that many steps would not stay in
// the cache.
inline constexpr std::size_t kMaxSymbols = 1024;

// Distributes `windows` windows over the lanes, in rounds if more than fit in the cache. A plan of
// no windows means that the text is too short.
LanePlan PlanLanes(std::size_t windows, std::size_t k, std::size_t w) {
  const std::size_t lanes = hn::Lanes(D32());
  if (windows < 4 * (w + k) || w == 1) return {0, 0};
  const std::size_t at_once = lanes * std::max(kWindowsALane, 8 * (w + k));
  const std::size_t rounds = (windows + at_once - 1) / at_once;
  LanePlan plan;
  plan.spacing = (windows + rounds * lanes - 1) / (rounds * lanes);
  // An odd number of cache lines, so that lanes use different sets of the cache.
  if (rounds > 1) plan.spacing = (plan.spacing + 63) / 128 * 128 + 64;
  plan.windows = (plan.spacing + w - 1) / w * w;
  if (plan.windows > windows) return {0, 0};
  plan.spacing = std::min(plan.spacing, (windows - plan.windows) / (lanes - 1));
  return plan;
}

// Returns the number of windows processed: all but fewer than the number of lanes, or none.
template <class Symbol, class Make>
std::size_t MinimaByVector(std::span<const Symbol> text, const KgramWindows& windows,
                           const MinimaOutput& out, Make make) {
  const std::size_t lanes = hn::Lanes(D32());
  const std::size_t count = text.size() - windows.k - windows.w + 2;
  LanePlan plan = PlanLanes(count, windows.k, windows.w);
  if (windows.k > kMaxSymbols || plan.windows == 0) return 0;
  const std::size_t reach = plan.spacing * (lanes - 1) + plan.windows;
  std::size_t done = 0;
  while (count - done >= lanes) {
    plan.first = std::min(done, count - reach);
    MinimaInLanes(text.data(), windows, plan, out, make);
    done = plan.first + reach;
  }
  return done;
}

template <class Symbol>
std::size_t MinimaOfSymbols(std::span<const Symbol> text, const KgramWindows& windows,
                            WindowMinimaScratch& scratch, std::uint64_t* bits) {
  const auto make = [&](std::size_t symbols, std::uint32_t* sums) {
    scratch.powers.reach(windows.seed, symbols);
    return SumMaker(scratch.powers, windows.k, sums);
  };
  return MinimaByVector(text, windows, {scratch, bits}, make);
}

std::size_t MinimaOfBytes(std::span<const std::uint8_t> text, const KgramWindows& windows,
                          WindowMinimaScratch& scratch, std::uint64_t* bits) {
  return MinimaOfSymbols(text, windows, scratch, bits);
}

std::size_t MinimaOfWords(std::span<const std::uint32_t> text, const KgramWindows& windows,
                          WindowMinimaScratch& scratch, std::uint64_t* bits) {
  return MinimaOfSymbols(text, windows, scratch, bits);
}

std::size_t MinimaOfKeys(std::span<const std::uint32_t> keys, std::size_t w,
                         WindowMinimaScratch& scratch, std::uint64_t* bits) {
  const auto make = [](std::size_t, std::uint32_t*) { return ReadyMaker(); };
  return MinimaByVector(keys, {1, w, 0}, {scratch, bits}, make);
}

}  // namespace whorl::internal::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace whorl::internal::kernels {
namespace {

HWY_EXPORT(MinimaOfBytes);
HWY_EXPORT(MinimaOfWords);
HWY_EXPORT(MinimaOfKeys);

// A key followed by its position, so that the rightmost of equal keys is the smallest.
std::uint64_t rank_of(std::uint32_t key, std::size_t position) {
  return std::uint64_t{key} << 32 | static_cast<std::uint32_t>(~position);
}

// Calls mark(i) with the rightmost minimum of each window. It is the lesser of the suffix minimum
// of one block of w keys and the prefix minimum of the next (van Herk; Gil and Werman).
template <class Mark>
void slide_minimum(std::span<const std::uint32_t> keys, std::size_t w,
                   std::vector<std::uint64_t>& suffix, Mark mark) {
  suffix.resize(w);
  for (std::size_t block = 0; block + w <= keys.size(); block += w) {
    std::uint64_t minimum = ~std::uint64_t{0};
    for (std::size_t i = w; i-- > 0;) {
      suffix[i] = minimum = std::min(minimum, rank_of(keys[block + i], block + i));
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

// Sets the bits of the minima of windows from `first` on. Fewer than w keys, but at least one, are
// one window.
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
void mark_symbols(std::span<const Symbol> symbols, const KgramWindows& windows, std::size_t first,
                  WindowMinimaScratch& scratch, std::uint64_t* bits) {
  order_keys(symbols.subspan(first), windows.k, windows.seed, scratch.keys);
  mark_keys(scratch.keys, windows.w, first, scratch.suffix, bits);
}

// Runs `vector` if there is a vector unit, then the plain twin on the remaining windows.
template <class Symbol, class Vector>
void minima_with(std::span<const Symbol> symbols, const KgramWindows& windows,
                 WindowMinimaScratch& scratch, std::vector<std::uint64_t>& bits, Vector vector) {
  if (level() == Level::scalar || symbols.size() < windows.k + windows.w) {
    return window_minima_plain(symbols, windows, scratch, bits);
  }
  const std::size_t kgrams = symbols.size() - windows.k + 1;
  bits.assign(kgrams / 64 + 3, 0);
  const std::size_t done = vector(symbols, windows, scratch, bits.data());
  if (done + windows.w <= kgrams) mark_symbols(symbols, windows, done, scratch, bits.data());
  bits.resize((kgrams + 63) / 64);
}

}  // namespace

void key_minima_plain(std::span<const std::uint32_t> keys, std::size_t w,
                      WindowMinimaScratch& scratch, std::vector<std::uint64_t>& bits) {
  bits.assign((keys.size() + 63) / 64, 0);
  mark_keys(keys, w, 0, scratch.suffix, bits.data());
}

void key_minima(std::span<const std::uint32_t> keys, std::size_t w, WindowMinimaScratch& scratch,
                std::vector<std::uint64_t>& bits) {
  if (level() == Level::scalar || keys.size() <= w) {
    return key_minima_plain(keys, w, scratch, bits);
  }
  bits.assign(keys.size() / 64 + 3, 0);
  const std::size_t done = HWY_DYNAMIC_DISPATCH(MinimaOfKeys)(keys, w, scratch, bits.data());
  if (done + w <= keys.size()) mark_keys(keys.subspan(done), w, done, scratch.suffix, bits.data());
  bits.resize((keys.size() + 63) / 64);
}

template <class Symbol>
void window_minima_plain(std::span<const Symbol> symbols, const KgramWindows& windows,
                         WindowMinimaScratch& scratch, std::vector<std::uint64_t>& bits) {
  bits.clear();
  if (symbols.size() < windows.k) return;
  bits.assign((symbols.size() - windows.k) / 64 + 1, 0);
  mark_symbols(symbols, windows, 0, scratch, bits.data());
}

template void window_minima_plain(std::span<const std::uint8_t>, const KgramWindows&,
                                  WindowMinimaScratch&, std::vector<std::uint64_t>&);
template void window_minima_plain(std::span<const std::uint32_t>, const KgramWindows&,
                                  WindowMinimaScratch&, std::vector<std::uint64_t>&);

void window_minima(std::span<const std::uint8_t> symbols, const KgramWindows& windows,
                   WindowMinimaScratch& scratch, std::vector<std::uint64_t>& bits) {
  minima_with(symbols, windows, scratch, bits, HWY_DYNAMIC_DISPATCH(MinimaOfBytes));
}

void window_minima(std::span<const std::uint32_t> symbols, const KgramWindows& windows,
                   WindowMinimaScratch& scratch, std::vector<std::uint64_t>& bits) {
  minima_with(symbols, windows, scratch, bits, HWY_DYNAMIC_DISPATCH(MinimaOfWords));
}

void window_minima(std::span<const char32_t> symbols, const KgramWindows& windows,
                   WindowMinimaScratch& scratch, std::vector<std::uint64_t>& bits) {
  static_assert(sizeof(char32_t) == sizeof(std::uint32_t));
  const auto* words = reinterpret_cast<const std::uint32_t*>(symbols.data());
  window_minima(std::span(words, symbols.size()), windows, scratch, bits);
}

}  // namespace whorl::internal::kernels
#endif
