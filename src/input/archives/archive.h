// Archives: members out, by libarchive, under limits.
#pragma once

#include <archive.h>
#include <cerrno>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "input/input.h"
#include "input/paths/name_filter.h"
#include "input/source.h"

namespace whorl::internal::input {

// Closes libarchive's readers and reads their errors.

struct CloseArchive {
  void operator()(struct archive* reader) const { archive_read_free(reader); }
};

// Like archive_read_next_header(). Clears errno first: libarchive reports that a name could not be
// converted because memory ran out if errno is ENOMEM, which can be left from an earlier call.
inline int next_header(struct archive* reader, struct archive_entry** entry) {
  errno = 0;
  return archive_read_next_header(reader, entry);
}

// True if the last call failed because memory ran out. An archive can ask for any amount of memory,
// so this is no reason to end the run.
inline bool is_out_of_memory(struct archive* reader) { return archive_errno(reader) == ENOMEM; }

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

}  // namespace whorl::internal::input
