// What whorl last put under a name, for files that do not say themselves who wrote them: a hidden
// file beside them, `.kept.jsonl.whorl-output`.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/compressed_file.h"
#include "whorl/result.h"

namespace whorl::internal::base::ownership {

// Whether the file is as whorl left it: of the size and time of change that were kept of it, or of
// the one before it.
bool is_as_written(const std::filesystem::path& file);

// Keeps what `draft`, which is whole and on the disk, is like; to be called before it takes the
// place of `file`, so that a run which is killed at any moment leaves a file that is known.
Result<void> keep_record(const std::filesystem::path& file, const std::filesystem::path& draft);

// Puts the file in its place, and keeps that it is whorl's. All is on the disk when this returns.
Result<void> finish_output(base::CompressedFile& file, const std::string& name);

// Whether a file's name is that of such a record.
bool is_record_name(std::string_view name);

}  // namespace whorl::internal::base::ownership
