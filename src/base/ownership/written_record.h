// Records what whorl last wrote under a name, for files that do not show who wrote them. The record
// is a hidden file next to them, `.kept.jsonl.whorl-output`.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/compressed_file.h"
#include "whorl/result.h"

namespace whorl::internal::base::ownership {

// True if the file has not changed since whorl wrote it: it has the size and time of the last
// record, or of the one before.
bool is_as_written(const std::filesystem::path& file);

// Records `draft`, which is complete and on the disk. Call it before the draft replaces `file`, so
// that a run that is killed at any moment leaves a known file.
Result<void> keep_record(const std::filesystem::path& file, const std::filesystem::path& draft);

// Renames the file to its final name, and records that it is whorl's. When this returns, all is on
// the disk.
Result<void> finish_output(base::CompressedFile& file, const std::string& name);

// True if a file name is that of such a record.
bool is_record_name(std::string_view name);

}  // namespace whorl::internal::base::ownership
