#include "select/block_selection.h"

#include "kernels/kgram_hash.h"
#include "select/repeats.h"

namespace whorl {
namespace {

// The chain of choices through one block.
template <class Symbol>
class Chain {
 public:
  Chain(std::span<const Symbol> symbols, std::size_t k, std::size_t w, std::uint64_t seed,
        bool robust, bool last, std::span<const std::uint64_t> local)
      : symbols_(symbols), k_(k), w_(w), seed_(seed), robust_(robust), local_(local) {
    const std::size_t windows = symbols.size() < k + w - 1 ? 0 : symbols.size() - (k + w - 1) + 1;
    known_ = last ? BitPositions::kNone : windows;
  }

  // The first choice of a window from `begin` on, or kNone.
  std::size_t first(std::size_t begin) const {
    const std::size_t found = local_.next(begin);
    return found < known_ ? found : BitPositions::kNone;
  }

  // The choice after `current`; kNone also where later blocks have a say in it.
  std::size_t after(std::size_t current) const {
    if (known_ != BitPositions::kNone && current + w_ >= known_) return BitPositions::kNone;
    if (!robust_) return local_.next(current + 1);
    return robust_successor(symbols_, k_, w_, kernels::order_seed(seed_), local_, current);
  }

  std::uint64_t hash(std::size_t position) const {
    return kernels::fingerprint(symbols_.subspan(position, k_), seed_);
  }

 private:
  std::span<const Symbol> symbols_;
  std::size_t k_;
  std::size_t w_;
  std::uint64_t seed_;
  bool robust_;
  BitPositions local_;
  std::size_t known_;  // k-grams before it have all their windows in the block
};

}  // namespace

bool BlockSelection::fits(const Recipe& recipe) {
  return recipe.selector.name == "winnow" || recipe.selector.name == "robust";
}

BlockSelection::BlockSelection(const Recipe& recipe)
    : k_(recipe.k),
      w_(recipe.selector.args[0]),
      seed_(recipe.seed),
      robust_(recipe.selector.name == "robust") {}

void BlockSelection::choose(const BlockSymbols& block, std::uint64_t begin, bool last,
                            BlockChoices& out) const {
  out.position.clear();
  out.hash.clear();
  out.local.clear();
  block.with_span([&](auto symbols) {
    if (symbols.size() < (last ? k_ : k_ + w_ - 1)) return;
    kernels::choose(symbols, k_, w_, kernels::order_seed(seed_), out.scratch, out.local);
    const Chain chain(symbols, k_, w_, seed_, robust_, last, out.local);
    // The first w - 1 k-grams lack windows that begin before them.
    for (std::size_t at = chain.first(begin == 0 ? 0 : w_ - 1); at != BitPositions::kNone;
         at = chain.after(at)) {
      out.position.push_back(static_cast<std::uint32_t>(at));
    }
    out.hash.resize(out.position.size());
    kernels::fingerprints(symbols, k_, seed_, std::span<const std::uint32_t>(out.position),
                          out.hash.data());
  });
}

void BlockSelection::add(const BlockSymbols& block, std::uint64_t begin, bool last,
                         const BlockChoices& choices, Fingerprints& out) {
  if (choices.local.empty()) return;
  block.with_span([&](auto symbols) {
    const Chain chain(symbols, k_, w_, seed_, robust_, last, choices.local);
    const auto place = [&](std::size_t at) { return static_cast<std::uint32_t>(begin + at); };
    const auto& own = choices.position;
    std::size_t met = 0;  // where the block's own chain joins that of the text
    while (begun_) {
      const std::size_t next = chain.after(current_ - begin);
      if (next == BitPositions::kNone) return;
      while (met < own.size() && own[met] < next) ++met;
      if (met < own.size() && own[met] == next) break;
      out.position.push_back(place(next));
      out.hash.push_back(chain.hash(next));
      current_ = begin + next;
    }
    if (met == own.size()) return;
    for (std::size_t i = met; i < own.size(); ++i) out.position.push_back(place(own[i]));
    out.hash.insert(out.hash.end(), choices.hash.begin() + static_cast<std::ptrdiff_t>(met),
                    choices.hash.end());
    current_ = begin + own.back();
    begun_ = true;
  });
}

}  // namespace whorl
