// Archives: members out, by libarchive, under limits.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

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

struct PackedFile {
  const std::string& name;
  const std::string& bytes;
};

// Reads one member, whose display name is given, and charges the archive's budget.
using TakeMember = std::function<void(std::string name, Input& member)>;

// Hands the members of an archive (zip, tar, 7z; a single compressed file) to `take` as
// `name/member`. Lists in `skipped` what cannot be read: encrypted or broken members, links,
// devices, and the archive itself when it breaks off, holds no file, or reaches a limit; what came
// before is kept.
void unpack(const PackedFile& file, const IntakeRules& rules, ArchiveBudget& budget,
            const TakeMember& take, std::vector<Skipped>& skipped);

}  // namespace whorl::internal::read
