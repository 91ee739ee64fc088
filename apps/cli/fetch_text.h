// Fetches texts with a command of the user.
#pragma once

#include <cstdint>
#include <string>

#include "whorl/registry.h"

namespace whorl::cli {

// The output of `command`, run by the shell: UTF-8, at most `max_bytes`. The codes of the document
// are in its environment as WHORL_OWNER, WHORL_GROUP, WHORL_NAME, WHORL_DATE, WHORL_URL and
// WHORL_CONTACT. Fails with unreadable if the command cannot be run, ends with a status other than
// 0 or prints more.
Result<std::string> fetch_text(const std::string& command, const RegisteredDocument& document,
                               std::uint64_t max_bytes);

}  // namespace whorl::cli
