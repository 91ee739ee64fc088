// Which bodies are archives.
#pragma once

#include <filesystem>
#include <string_view>

namespace whorl::serve {

// What a body of this media type is.
bool is_archive_type(std::string_view media_type);

// What its name should end with, by its first bytes: ".zip"; empty: no archive that is read.
std::string_view archive_ending(std::string_view bytes);
std::string_view archive_ending_of(const std::filesystem::path& file);

}  // namespace whorl::serve
