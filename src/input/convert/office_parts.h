// The parts of an Office document, which is a zip archive of XML files.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "input/room.h"
#include "whorl/result.h"

namespace whorl::internal::input {

// The parts of these names, those that are there. Fails when the archive is broken before any of
// them is read, encrypted, a part is over 64 MiB, or all are more than `room`.
Result<std::map<std::string, std::string>> office_parts(const std::string& bytes,
                                                        const std::vector<std::string_view>& names,
                                                        const Room& room);

}  // namespace whorl::internal::input
