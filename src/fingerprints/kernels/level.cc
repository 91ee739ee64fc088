#include "fingerprints/kernels/level.h"

#include <hwy/highway.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <vector>

#include "whorl/kernels.h"

namespace whorl::internal::kernels {
namespace {

constexpr std::string_view kNames[] = {"scalar", "sse4", "avx2", "avx512"};

// Highway's targets of a level and of the lower ones.
std::int64_t targets_up_to(Level level) {
  std::int64_t targets = 0;
  if (level >= Level::sse4) targets |= HWY_SSE4;
  if (level >= Level::avx2) targets |= HWY_AVX2;
  if (level >= Level::avx512) targets |= HWY_AVX3 | HWY_AVX3_DL;
  return targets;
}

// Other kinds of processors have one vector level, which has the name of sse4.
std::vector<Level> find_levels() {
  std::vector<Level> levels = {Level::scalar};
#if HWY_ARCH_X86
  for (const Level l : {Level::sse4, Level::avx2, Level::avx512}) {
    const std::int64_t own = targets_up_to(l) & ~targets_up_to(levels.back());
    if ((hwy::SupportedTargets() & own) != 0) levels.push_back(l);
  }
#else
  levels.push_back(Level::sse4);
#endif
  return levels;
}

void use(Level level) {
#if HWY_ARCH_X86
  hwy::GetChosenTarget().Update(hwy::SupportedTargets() & targets_up_to(level));
#else
  (void)level;
#endif
}

Level wanted() {
  const char* text = std::getenv("WHORL_KERNELS");
  const auto best = supported_levels().back();
  if (text == nullptr) return best;
  const auto* found = std::find(std::begin(kNames), std::end(kNames), std::string_view(text));
  if (found == std::end(kNames)) return best;
  return std::min(best, static_cast<Level>(found - std::begin(kNames)));
}

std::atomic<Level>& current() {
  static std::atomic<Level> chosen = [] {
    const Level first = wanted();
    use(first);
    return first;
  }();
  return chosen;
}

}  // namespace

Level level() { return current().load(std::memory_order_relaxed); }

std::string_view name(Level level) { return kNames[static_cast<int>(level)]; }

std::span<const Level> supported_levels() {
  static const std::vector<Level> kLevels = find_levels();
  return kLevels;
}

void force(Level level) {
  current().store(level);
  use(level);
}

}  // namespace whorl::internal::kernels

namespace whorl {

using namespace internal;
using namespace internal::kernels;

std::string_view kernels_in_use() { return kernels::name(kernels::level()); }

}  // namespace whorl
