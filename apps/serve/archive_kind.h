// Recognizes bodies that are archives.
#pragma once

#include <filesystem>
#include <string_view>

namespace whorl::serve {

// Whether a body of this media type is an archive.
bool is_archive_type(std::string_view media_type);

// The ending for the name of an archive by its first bytes, such as ".zip"; empty if the service
// reads no such archive.
std::string_view archive_ending(std::string_view bytes);
std::string_view archive_ending_of(const std::filesystem::path& file);

}  // namespace whorl::serve
