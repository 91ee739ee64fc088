// Chaining: joins tiles that continue each other after a small change to one passage.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "passages/match/maximal.h"

namespace whorl::internal::match {

// Tiles in order on both sides, from the first symbol of the first tile to the last of the last
// one. A single tile is an exact match.
struct Chain {
  std::vector<Match> tiles;
  std::uint32_t symbols = 0;  // sum over the tiles
  std::uint32_t a_begin() const { return tiles.front().a; }
  std::uint32_t a_end() const { return tiles.back().a + tiles.back().length; }
  std::uint32_t b_begin() const { return tiles.front().b; }
  std::uint32_t b_end() const { return tiles.back().b + tiles.back().length; }
  // Matched symbols / symbols of the longer side; 1 for an exact match.
  double identity() const;
};

struct ChainOptions {
  std::uint32_t gap = 4;      // most symbols between two tiles, in noise thresholds of the run
  double min_identity = 0.6;  // of the chain with each tile (docs/methods.md, "Matching")
};

// Joins `tiles` (in order of a, not overlapping). A tile continues the chain that ends closest
// before it on both sides, in the same run of both, if the identity stays high enough. Otherwise it
// begins a new chain, so that moved functions stay separate. O(n · open chains).
std::vector<Chain> chain_tiles(std::span<const Match> tiles, std::span<const Run> a_runs,
                               std::span<const Run> b_runs, const ChainOptions& options);

}  // namespace whorl::internal::match
