// Archives: members out, by libarchive, under limits.
#pragma once

#include <string>

#include "read/intake.h"

namespace whorl::internal::read {

// Reads the members of an archive (zip, tar, 7z; a single compressed file) as `name/member` into
// `out`. What cannot be read is listed: encrypted or broken members, links, devices, and the
// archive itself when it breaks off, holds no file, or reaches a limit; what came before is kept.
void unpack(const std::string& name, const std::string& bytes, const IntakeRules& rules,
            ArchiveBudget& budget, ReadResult& out);

}  // namespace whorl::internal::read
