// The parts of an Office document, which is a zip archive of XML files.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "input/room.h"
#include "whorl/result.h"

namespace whorl::internal::input {

// Those of the named parts that exist. Fails if the archive is encrypted, is broken before one of
// them, if a part is over 64 MiB, or if all are more than `room`.
Result<std::map<std::string, std::string>> office_parts(const std::string& bytes,
                                                        const std::vector<std::string_view>& names,
                                                        const Room& room);

}  // namespace whorl::internal::input
