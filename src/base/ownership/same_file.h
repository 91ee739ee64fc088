// Whether two names lead to one file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace whorl::internal::base::ownership {

// Equal for two names just where they lead to one file, also by links.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t number = 0;
  auto operator<=>(const FileIdentity&) const = default;
};

// Of what is there, whatever it is; none where nothing is.
std::optional<FileIdentity> identity_of(const std::filesystem::path& path);

// Whether both names are, or would be, of one file or folder: the two of a file that is not there
// yet are compared by the folders they are in.
bool same_place(const std::filesystem::path& a, const std::filesystem::path& b);

// With all links followed as far as the path leads, and no slash at the end.
std::filesystem::path resolved(const std::filesystem::path& path);

// Whether the resolved `path` is `folder`, resolved too, or in it.
bool lies_in(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace whorl::internal::base::ownership
