// What manifests of stores and of sweeps have in common: the table of files, and a checksum.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "store/store_files.h"

namespace whorl::internal::store {

nlohmann::json to_json(const FileTable& table);
// Throws json::exception where it is none.
FileTable files_from(const nlohmann::json& table);

// A manifest as it stands in a file; nothing where there is none, null where it is no object.
Result<std::optional<nlohmann::json>> read_manifest(base::FileSystem& file_system,
                                                    const base::FileSystem::Path& path);
// An error that says what to do where it is of another format than `format`; one that says none is
// left to whoever reads on.
Result<void> check_format(const nlohmann::json& manifest, int format,
                          const base::FileSystem::Path& store);

// Adds the checksum of all members as `checksum`.
void seal(nlohmann::json& manifest);
// Takes the checksum out; whether it was that of the other members. Throws json::exception where
// there is none.
bool unseal(nlohmann::json& manifest);

}  // namespace whorl::internal::store
