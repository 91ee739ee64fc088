#include "fingerprints/kernels/kgram_hash.h"
#include "fingerprints/kernels/window_minima.h"
#include "fingerprints/select/minima.h"
#include "fingerprints/select/rows.h"

namespace whorl::internal::select::rows {
namespace {

std::vector<std::uint32_t> hash_minima(std::span<const std::uint64_t> hashes, std::uint64_t w,
                                       Ties ties) {
  std::vector<std::uint32_t> out;
  for_each_minimum(
      hashes.size(), w, ties, [&](std::size_t i, std::size_t j) { return hashes[i] < hashes[j]; },
      [&](std::size_t i) { out.push_back(static_cast<std::uint32_t>(i)); });
  return out;
}

}  // namespace

void winnow(const tokens::SymbolSpan& symbols, const Recipe& recipe, SelectionMemory& memory,
            std::vector<std::uint64_t>& minima) {
  const kernels::KgramWindows windows = windows_of(recipe);
  std::visit([&](auto span) { kernels::window_minima(span, windows, memory.windows, minima); },
             symbols);
}

std::vector<std::uint32_t> winnow_hashes(std::span<const std::uint64_t> hashes, Arguments args) {
  return hash_minima(hashes, args[0], Ties::local);
}

std::vector<std::uint32_t> robust_hashes(std::span<const std::uint64_t> hashes, Arguments args) {
  return hash_minima(hashes, args[0], Ties::robust);
}

double winnow_density(std::uint32_t, Arguments args) {
  return 2.0 / (static_cast<double>(args[0]) + 1);
}

}  // namespace whorl::internal::select::rows
