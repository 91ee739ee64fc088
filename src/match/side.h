// Side: one submission as the matcher sees it, and the spans of symbols it compares.
#pragma once

#include <cstdint>
#include <span>

#include "index/shared_index.h"

namespace whorl {

// An unmasked stretch of one file. Positions count symbols of the submission, all files
// laid end to end; a match never leaves its run.
struct Run {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t noise = 1;        // k: the least length of a match that begins here
  const void* symbols = nullptr;  // the symbol at `begin`; not owned
  bool wide = false;              // symbols of 32 bits, else of 8
};

// Runs ascend and do not overlap; picks are by group, then position, each k-gram inside a run.
struct Side {
  std::span<const Run> runs;
  std::span<const Pick> picks;
  std::uint32_t extent = 0;  // positions are below it
};

// The run that holds `position`; there must be one.
const Run& run_at(std::span<const Run> runs, std::uint32_t position);

// How many symbols agree from a_at and b_at on to the right, at most `limit`; and how many
// before them to the left. Both stay inside the two runs when `limit` does.
std::uint32_t agree_right(const Run& a, std::uint32_t a_at, const Run& b, std::uint32_t b_at,
                          std::uint32_t limit);
std::uint32_t agree_left(const Run& a, std::uint32_t a_at, const Run& b, std::uint32_t b_at,
                         std::uint32_t limit);

}  // namespace whorl
