// Decides if two names lead to one file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace whorl::internal::base::ownership {

// Equal for two names exactly if they lead to one file, also by links.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t number = 0;
  auto operator<=>(const FileIdentity&) const = default;
};

// The identity of anything at the path; nothing if it does not exist.
std::optional<FileIdentity> identity_of(const std::filesystem::path& path);

// True if both names are, or would be, names of one file or folder. Names that do not exist yet are
// compared by their folders.
bool same_place(const std::filesystem::path& a, const std::filesystem::path& b);

// The path with all links followed as far as it exists, and no slash at the end.
std::filesystem::path resolved(const std::filesystem::path& path);

// True if the resolved `path` is `folder`, also resolved, or inside it.
bool lies_in(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace whorl::internal::base::ownership
