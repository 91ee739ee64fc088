// Outputs that are packed by their names, and lists beside them.
#pragma once

#include <string>
#include <string_view>

#include "base/compressed_file.h"
#include "whorl/result.h"

namespace whorl::internal::claim {

// Puts the file in its place, and keeps that it is whorl's. All is on the disk when this returns.
Result<void> finish_output(base::CompressedFile& file, const std::string& name);

// "kept.jsonl.gz" and "removed" → "kept.removed.jsonl.gz". Nothing beside a stream.
std::string list_beside(const std::string& output, std::string_view kind);

}  // namespace whorl::internal::claim
