// What happens to one input: it becomes a document, is unpacked, or is listed as skipped.
#pragma once

#include <cstdint>
#include <string>

#include "input/archives/archive.h"
#include "input/input.h"
#include "input/room.h"
#include "input/source.h"

namespace whorl::internal::input {

// Reads `input`, which is shown as `name`, and appends the result to `out`. `budget` is that of the
// archive that contains `input`, null if it is on disk. Unpacks archives (depth first).
void take_in(std::string name, Input& input, const IntakeRules& rules, ArchiveBudget* budget,
             ReadResult& out);

}  // namespace whorl::internal::input
