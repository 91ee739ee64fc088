#include <cmath>

#include "fingerprints/kernels/bit_positions.h"
#include "fingerprints/kernels/hash_selection.h"
#include "fingerprints/kernels/kgram_hash.h"
#include "fingerprints/select/kgrams.h"
#include "fingerprints/select/rows.h"

namespace whorl::internal::select::rows {
namespace {

// Finds, block by block, every i that is good (0 mod p) or, with a window, bad: it and the window -
// 1 before it are not good. The first window - 1 cannot be bad.
class MultipleFinder {
 public:
  MultipleFinder(std::uint64_t p, std::uint64_t window) : p_(p), window_(window) {}

  // Calls emit(i) with the positions within the block, ascending.
  template <class Emit>
  void find_in(std::span<const std::uint64_t> hashes, Emit emit) {
    kernels::mark_multiples(hashes, p_, bits_);
    kernels::bit_positions(bits_, 0, good_);
    std::size_t from = 0;
    for (const std::uint32_t i : good_) {
      emit_bad(from, i, emit);
      emit(i);
      since_good_ = 0;
      from = i + 1;
    }
    emit_bad(from, hashes.size(), emit);
  }

 private:
  // The bad ones in [from, end), which contains no good one.
  template <class Emit>
  void emit_bad(std::size_t from, std::size_t end, Emit emit) {
    if (window_ == 0) return;
    for (std::size_t i = from; i < end; ++i) {
      if (++since_good_ >= window_) emit(static_cast<std::uint32_t>(i));
    }
  }

  std::uint64_t p_;
  std::uint64_t window_;
  std::uint64_t since_good_ = 0;
  std::vector<std::uint64_t> bits_;
  std::vector<std::uint32_t> good_;
};

Fingerprints multiples(const tokens::SymbolSpan& symbols, const Recipe& recipe, std::uint64_t p,
                       std::uint64_t window) {
  Fingerprints out;
  MultipleFinder finder(p, window);
  for_each_hash_block(symbols, recipe.k, recipe.seed, [&](auto hashes, std::uint32_t first) {
    finder.find_in(hashes, [&](std::uint32_t i) {
      out.hash.push_back(hashes[i]);
      out.position.push_back(first + i);
    });
  });
  return out;
}

std::vector<std::uint32_t> multiples(std::span<const std::uint64_t> hashes, std::uint64_t p,
                                     std::uint64_t window) {
  std::vector<std::uint32_t> out;
  MultipleFinder finder(p, window);
  for_each_hash_block(hashes, [&](auto block, std::uint32_t first) {
    finder.find_in(block, [&](std::uint32_t i) { out.push_back(first + i); });
  });
  return out;
}

}  // namespace

Fingerprints modp(const tokens::SymbolSpan& symbols, const Recipe& recipe) {
  return multiples(symbols, recipe, recipe.selector.args[0], 0);
}

Fingerprints safe_modp(const tokens::SymbolSpan& symbols, const Recipe& recipe) {
  return multiples(symbols, recipe, recipe.selector.args[1], recipe.selector.args[0]);
}

std::vector<std::uint32_t> modp_hashes(std::span<const std::uint64_t> hashes, Arguments args) {
  return multiples(hashes, args[0], 0);
}

std::vector<std::uint32_t> safe_modp_hashes(std::span<const std::uint64_t> hashes, Arguments args) {
  return multiples(hashes, args[1], args[0]);
}

double modp_density(std::uint32_t, Arguments args) { return 1.0 / static_cast<double>(args[0]); }

double safe_modp_density(std::uint32_t, Arguments args) {
  const double good = 1.0 / static_cast<double>(args[1]);
  return good + std::pow(1 - good, static_cast<double>(args[0]));
}

// The density is lowest near P = ln w / w.
void complete_safe_modp(std::uint32_t, std::vector<std::uint64_t>& args) {
  const double w = static_cast<double>(args[0]);
  args.push_back(w < 3 ? 1 : static_cast<std::uint64_t>(std::lround(w / std::log(w))));
}

std::vector<std::uint32_t> every_hashes(std::span<const std::uint64_t> hashes, Arguments args) {
  std::vector<std::uint32_t> out;
  for (std::uint64_t i = 0; i < hashes.size(); i += args[0]) {
    out.push_back(static_cast<std::uint32_t>(i));
  }
  return out;
}

Fingerprints every(const tokens::SymbolSpan& symbols, const Recipe& recipe) {
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
