// Archives for tests, made by libarchive.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace whorl::internal::input {

struct Member {
  std::string name;
  std::string bytes;
  std::string link;           // where a symbolic link points to; empty: a file
  std::int64_t modified = 0;  // seconds since 1970; 0: the entry has no time
};

enum class Packing { zip, encrypted_zip, tar, tar_gz, tar_bz2, tar_xz, tar_zst, seven_zip };

std::string make_archive(Packing packing, const std::vector<Member>& members);

enum class FilePacking { gzip, bzip2, xz, zstd };

// One file, packed.
std::string make_packed(FilePacking packing, std::string_view bytes);

// An xz stream with the text "wide\n" and a dictionary of `bytes` bytes.
std::string stream_of_window(std::uint32_t bytes);

// A zstd frame with the text "wide\n" and a window of 2^`log` bytes.
std::string frame_of_window(int log);
std::string make_gzip(std::string_view bytes);

}  // namespace whorl::internal::input
