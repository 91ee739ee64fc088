#include "passages/match/chain.h"

#include <algorithm>
#include <limits>

#include "passages/match/side.h"

namespace whorl::internal::match {
namespace {

constexpr std::uint64_t kFar = std::numeric_limits<std::uint64_t>::max();

double identity_of(std::uint32_t symbols, std::uint32_t a_length, std::uint32_t b_length) {
  return static_cast<double>(symbols) / std::max(a_length, b_length);
}

class Chainer {
 public:
  Chainer(std::span<const Run> a_runs, std::span<const Run> b_runs, const ChainOptions& options)
      : a_runs_(a_runs), b_runs_(b_runs), options_(options) {}

  void add(const Match& tile) {
    std::erase_if(open_,
                  [&](std::size_t i) { return chains_[i].a_end() + max_gap(chains_[i]) < tile.a; });
    const auto closest = std::ranges::min_element(
        open_, {}, [&](std::size_t i) { return distance(chains_[i], tile); });
    if (closest != open_.end() && distance(chains_[*closest], tile) != kFar) {
      chains_[*closest].tiles.push_back(tile);
      chains_[*closest].symbols += tile.length;
      return;
    }
    open_.push_back(chains_.size());
    chains_.push_back({{tile}, tile.length});
  }

  std::vector<Chain> take() { return std::move(chains_); }

 private:
  std::uint64_t max_gap(const Chain& chain) const {
    return std::uint64_t{options_.gap} * run_at(a_runs_, chain.a_begin()).noise;
  }

  // Symbols between the chain and the tile on both sides; kFar if they cannot be joined.
  std::uint64_t distance(const Chain& chain, const Match& tile) const {
    if (tile.b < chain.b_end()) return kFar;
    const std::uint32_t gap_a = tile.a - chain.a_end();
    const std::uint32_t gap_b = tile.b - chain.b_end();
    if (std::max(gap_a, gap_b) > max_gap(chain)) return kFar;
    const double identity =
        identity_of(chain.symbols + tile.length, tile.a + tile.length - chain.a_begin(),
                    tile.b + tile.length - chain.b_begin());
    if (identity < options_.min_identity) return kFar;
    if (tile.a >= run_at(a_runs_, chain.a_begin()).end) return kFar;
    if (tile.b >= run_at(b_runs_, chain.b_begin()).end) return kFar;
    return std::uint64_t{gap_a} + gap_b;
  }

  std::span<const Run> a_runs_, b_runs_;
  const ChainOptions& options_;
  std::vector<Chain> chains_;
  std::vector<std::size_t> open_;  // chains that a later tile may still continue
};

}  // namespace

double Chain::identity() const {
  return identity_of(symbols, a_end() - a_begin(), b_end() - b_begin());
}

std::vector<Chain> chain_tiles(std::span<const Match> tiles, std::span<const Run> a_runs,
                               std::span<const Run> b_runs, const ChainOptions& options) {
  Chainer chainer(a_runs, b_runs, options);
  for (const Match& tile : tiles) chainer.add(tile);
  return chainer.take();
}

}  // namespace whorl::internal::match
