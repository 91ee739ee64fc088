// What manifests of stores and of sweeps have in common: the table of files, and a checksum.
#pragma once

#include <nlohmann/json.hpp>

#include "store/store_files.h"

namespace whorl::internal::store {

nlohmann::json to_json(const FileTable& table);
// Throws json::exception where it is none.
FileTable files_from(const nlohmann::json& table);

// Adds the checksum of all members as `checksum`.
void seal(nlohmann::json& manifest);
// Takes the checksum out; whether it was that of the other members. Throws json::exception where
// there is none.
bool unseal(nlohmann::json& manifest);

}  // namespace whorl::internal::store
