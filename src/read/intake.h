// What happens to one input: it becomes a document, is unpacked, or is listed as skipped.
#pragma once

#include <cstdint>
#include <string>

#include "read/input.h"
#include "read/name_filter.h"
#include "read/source.h"

namespace whorl::internal::read {

// What an archive on disk and all archives inside it may still cost together.
struct ArchiveBudget {
  std::uint64_t stored_bytes = 0;  // of the outermost archive
  std::uint64_t expanded_bytes = 0;
  std::uint32_t members = 0;
  std::uint32_t depth = 0;
  bool spent = false;  // a limit was reached: nothing more is read
};

struct IntakeRules {
  const ReadOptions& options;
  const NameFilter& filter;
};

// Reads `input`, whose display name is `name`, and appends what comes of it to `out`. `budget` is
// that of the archive that `input` is a member of, null on disk. Unpacks archives (depth first).
void take_in(std::string name, Input& input, const IntakeRules& rules, ArchiveBudget* budget,
             ReadResult& out);

// "2 GiB", "512 bytes".
std::string human_bytes(std::uint64_t bytes);

}  // namespace whorl::internal::read
