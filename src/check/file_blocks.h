// Every block of a file, read.
#pragma once

#include <optional>
#include <string>

#include "store/store_files.h"
#include "whorl/progress.h"

namespace whorl::internal::check {

// "what" of an error whose message is "PATH: what; what to do".
std::string what_of(const Error& error, const base::FileSystem::Path& path);

// What is wrong with a file of the table: that it is gone, its head, its length, its blocks. None
// where it is whole. O(bytes) time.
Result<std::optional<std::string>> damage_of(const store::StoreFiles& files,
                                             const std::string& name, Progress& progress);

}  // namespace whorl::internal::check
