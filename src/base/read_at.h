// Reading an open file at any offset, by several threads at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace whorl::internal::base {

// Reads from `offset` on until `out` is full or the file ends; how many bytes that are, or nothing
// where the system refuses (errno says why).
std::optional<std::size_t> read_at(int descriptor, std::uint64_t offset, std::span<std::byte> out);

}  // namespace whorl::internal::base
