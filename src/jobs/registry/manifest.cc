#include "jobs/registry/manifest.h"

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/new_file.h"
#include "base/try.h"
#include "store/manifest.h"

namespace whorl::internal::registry {
namespace {

using nlohmann::json;

constexpr int kFormat = 2;
constexpr const char* kFile = "registry.json";

}  // namespace

std::string text_of(const RegistryManifest& m) {
  json manifest = {{"format", kFormat},        {"scheme", m.scheme},
                   {"recipe", m.recipe},       {"recipe_id", m.recipe_id},
                   {"key_check", m.key_check}, {"identity", m.identity}};
  store::seal(manifest);
  return base::json_text(manifest, 1) + "\n";
}

Result<void> save(const std::filesystem::path& folder, const RegistryManifest& manifest) {
  return base::replace_file(base::FileSystem::real(), manifest_of(folder), text_of(manifest));
}

Result<RegistryManifest> load_manifest(const std::filesystem::path& folder) {
  const auto path = manifest_of(folder);
  WHORL_ASSIGN_OR_RETURN(auto j, store::read_manifest(base::FileSystem::real(), path));
  if (!j) {
    return fail(ErrorCode::not_found,
                folder.string() + ": is not a registry; create one with whorl registry create " +
                    folder.string());
  }
  WHORL_RETURN_IF_ERROR(store::check_format(*j, kFormat, folder));
  try {
    if (store::unseal(*j)) {
      return RegistryManifest{j->at("scheme"), j->at("recipe"), j->at("recipe_id"),
                              j->at("key_check"), j->at("identity")};
    }
  } catch (const json::exception&) {
    // Reported below.
  }
  return fail(ErrorCode::corrupt,
              path.string() + ": is damaged; restore a backup: whorl registry restore");
}

std::filesystem::path manifest_of(const std::filesystem::path& folder) { return folder / kFile; }

std::filesystem::path database_of(const std::filesystem::path& folder) { return folder / "db"; }

}  // namespace whorl::internal::registry
