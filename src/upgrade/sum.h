// The checksums of earlier formats.
#pragma once

#include <cstdint>
#include <span>

#include "base/file_system.h"

namespace whorl::internal::upgrade {

// XXH3-64.
std::uint64_t sum_of(std::span<const std::byte> bytes);
// Of `bytes` of the file from `offset` on; fails where it has fewer.
Result<std::uint64_t> sum_of(const base::ReadableFile& file, std::uint64_t offset,
                             std::uint64_t bytes);

}  // namespace whorl::internal::upgrade
