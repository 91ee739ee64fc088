#include "kernels/kgram_hash.h"
#include "select/rows.h"

namespace whorl::internal::select::rows {

std::vector<std::uint32_t> every_hashes(std::span<const std::uint64_t> hashes, Arguments args) {
  std::vector<std::uint32_t> out;
  for (std::uint64_t i = 0; i < hashes.size(); i += args[0]) {
    out.push_back(static_cast<std::uint32_t>(i));
  }
  return out;
}

Fingerprints every(const canon::SymbolSpan& symbols, const Recipe& recipe) {
  Fingerprints out;
  std::visit(
      [&](auto span) {
        const std::size_t kgrams = span.size() < recipe.k ? 0 : span.size() - recipe.k + 1;
        for (std::uint64_t i = 0; i < kgrams; i += recipe.selector.args[0]) {
          out.position.push_back(static_cast<std::uint32_t>(i));
        }
        out.hash.resize(out.position.size());
        kernels::fingerprints(span, recipe.k, recipe.seed,
                              std::span<const std::uint32_t>(out.position), out.hash.data());
      },
      symbols);
  return out;
}

double every_density(std::uint32_t, Arguments args) { return 1 / static_cast<double>(args[0]); }

}  // namespace whorl::internal::select::rows
