// Compressors: the size of a text after compression.
#pragma once

#include <cstdint>
#include <string_view>

#include "whorl/result.h"

namespace whorl::internal::methods {

// Like the programs of these names, with their `level`.
Result<std::uint64_t> gzip_size(std::string_view text, std::uint64_t level);
Result<std::uint64_t> bzip2_size(std::string_view text, std::uint64_t level);
Result<std::uint64_t> xz_size(std::string_view text, std::uint64_t level);

// zstd --long=27: matches may be 128 MiB apart.
Result<std::uint64_t> zstd_long_size(std::string_view text, std::uint64_t level);

// PPMd, variant H, of order 6: the packed stream of a 7z archive, without its headers.
Result<std::uint64_t> ppmd_size(std::string_view text);

}  // namespace whorl::internal::methods
