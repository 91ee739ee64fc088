// Makes and parses errors of a check.
#pragma once

#include <string>

#include "base/file_system.h"
#include "whorl/progress.h"

namespace whorl::internal::store::check {

// Fails if the caller wants the check to end.
Result<void> go_on(const Progress& progress);

// An error of contents, for ContentCheck::run.
tl::unexpected<Error> wrong(std::string what);

// "what" of an error whose message is "PATH: what; what to do".
std::string what_of(const Error& error, const base::FileSystem::Path& path);

}  // namespace whorl::internal::store::check
