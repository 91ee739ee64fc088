// Texts that a command of the user's fetches.
#pragma once

#include <cstdint>
#include <string>

#include "whorl/registry.h"

namespace whorl::cli {

// What `command`, run by the shell, prints: UTF-8, at most `most` bytes. The codes of the document
// stand in its environment as WHORL_OWNER, WHORL_GROUP, WHORL_NAME, WHORL_DATE, WHORL_URL and
// WHORL_CONTACT. Fails with unreadable where the command cannot be run, ends with another status
// than 0 or prints more.
Result<std::string> fetch_text(const std::string& command, const RegisteredDocument& document,
                               std::uint64_t max_bytes);

}  // namespace whorl::cli
