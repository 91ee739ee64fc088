// What a sweep store keeps of pages. Sweeps and versions are numbered in the order added.
// Format: docs/format.md, "sweep stores".
#pragma once

#include <cstdint>

#include "store/document_table.h"

namespace whorl::internal::sweep {

// The content of a URL from some sweep on, in `versions.bin`.
struct VersionRecord {
  std::uint64_t name_offset;    // of the URL in names.bin; versions of a URL share it
  std::uint64_t sketch_offset;  // in sketches.bin, hashes
  base::Hash128 canonical;      // XXH3-128 of the canonical symbols
  std::uint64_t full_size;      // distinct shingles
  std::uint64_t bytes;          // as found
  std::uint32_t name_bytes;
  std::uint32_t sketch_count;
  std::uint32_t modulus;
  std::uint32_t sketch_check;  // low half of XXH3-64 of the sketch
};
static_assert(sizeof(VersionRecord) == 64);

// Sweeps in which a URL had a version, from `first` to `last` without a gap: a row of
// `pages.bin`, sorted. A page that does not change is one row whose `last` grows.
struct PageRow {
  base::Hash128 url;  // XXH3-128
  std::uint32_t first;
  std::uint32_t last;
  std::uint32_t version;
  std::uint32_t reserved;
  auto operator<=>(const PageRow&) const = default;
};
static_assert(sizeof(PageRow) == 32);

}  // namespace whorl::internal::sweep
