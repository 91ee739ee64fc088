// Amounts of bytes in words.
#pragma once

#include <cstdint>
#include <string>

namespace whorl::internal::input {

// "2 GiB", "512 bytes".
std::string human_bytes(std::uint64_t bytes);

}  // namespace whorl::internal::input
