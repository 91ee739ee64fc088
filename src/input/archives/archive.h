// Archives: libarchive unpacks their members, under limits.
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

// Like archive_read_next_header(), but clears errno first. If errno is ENOMEM, libarchive reports
// that a name could not be converted for lack of memory; an earlier call may have left that value.
inline int next_header(struct archive* reader, struct archive_entry** entry) {
  errno = 0;
  return archive_read_next_header(reader, entry);
}

// True if the last call failed because memory ran out. An archive can ask for any amount of memory,
// so this is no reason to end the run.
inline bool is_out_of_memory(struct archive* reader) { return archive_errno(reader) == ENOMEM; }

// What an archive on disk and all archives inside it have cost so far, together.
struct ArchiveBudget {
  std::uint64_t stored_bytes = 0;  // of the outermost archive
  std::uint64_t expanded_bytes = 0;
  std::uint32_t members = 0;
  std::uint32_t depth = 0;
  bool spent = false;  // a limit was reached, so nothing more is read
};

struct IntakeRules {
  const ReadOptions& options;
  const NameFilter& filter;
};

struct PackedFile {
  const std::string& name;
  const std::string& bytes;
};

// Reads one member, which is shown as `name`, and charges the archive's budget.
using TakeMember = std::function<void(std::string name, Input& member)>;

// Passes the members of an archive (zip, tar, 7z; a single compressed file) to `take` as
// `name/member`. Lists in `skipped` what cannot be read: encrypted or broken members, links,
// devices, and an archive that breaks off, contains no file, or reaches a limit. The members before
// that are kept.
void unpack(const PackedFile& file, const IntakeRules& rules, ArchiveBudget& budget,
            const TakeMember& take, std::vector<Skipped>& skipped);

}  // namespace whorl::internal::input
