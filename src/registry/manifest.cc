#include "registry/manifest.h"

#include <nlohmann/json.hpp>

#include "base/new_file.h"
#include "base/try.h"
#include "store/manifest_json.h"

namespace whorl::internal::registry {
namespace {

using nlohmann::json;

constexpr int kFormat = 1;
constexpr const char* kFile = "registry.json";

Result<void> check_key(const RegistryManifest& manifest, const Key* key,
                       const std::filesystem::path& folder) {
  const bool is_keyed = !manifest.key_check.empty();
  if (is_keyed && key == nullptr) {
    return fail(ErrorCode::invalid_argument, folder.string() + ": has a key; name it with --key");
  }
  if (!is_keyed && key != nullptr) {
    return fail(ErrorCode::invalid_argument, folder.string() + ": has no key; leave out --key");
  }
  if (is_keyed && !key->matches(manifest.key_check)) {
    return fail(ErrorCode::invalid_argument,
                folder.string() + ": was made with another key than that of --key");
  }
  return {};
}

}  // namespace

Result<void> save(const std::filesystem::path& folder, const RegistryManifest& m) {
  json manifest = {{"format", kFormat},
                   {"scheme", m.scheme},
                   {"recipe", m.recipe},
                   {"recipe_id", m.recipe_id},
                   {"key_check", m.key_check}};
  store::seal(manifest);
  return base::replace_file(base::FileSystem::real(), folder / kFile, manifest.dump(1) + "\n");
}

Result<RegistryManifest> load_manifest(const std::filesystem::path& folder) {
  const auto path = folder / kFile;
  WHORL_ASSIGN_OR_RETURN(auto j, store::read_manifest(base::FileSystem::real(), path));
  if (!j) {
    return fail(ErrorCode::not_found, folder.string() +
                                          ": is no registry; make one with whorl registry create " +
                                          folder.string());
  }
  WHORL_RETURN_IF_ERROR(store::check_format(*j, kFormat, folder));
  try {
    if (store::unseal(*j)) {
      return RegistryManifest{j->at("scheme"), j->at("recipe"), j->at("recipe_id"),
                              j->at("key_check")};
    }
  } catch (const json::exception&) {
    // Told below.
  }
  return fail(ErrorCode::corrupt,
              path.string() + ": is damaged; put a backup in its place: whorl registry restore");
}

Result<std::shared_ptr<const Key>> key_in(const std::string& path) {
  if (path.empty()) return nullptr;
  WHORL_ASSIGN_OR_RETURN(Key key, read_key(path));
  return std::make_shared<const Key>(std::move(key));
}

Result<Method> method_of(const RegistryManifest& manifest, const std::filesystem::path& folder,
                         const std::string& key_file) {
  const Scheme* const scheme = find_scheme(manifest.scheme);
  if (scheme == nullptr) {
    return fail(ErrorCode::unsupported,
                folder.string() + ": has the scheme " + manifest.scheme +
                    ", which this program does not know; a newer one made it");
  }
  WHORL_ASSIGN_OR_RETURN(const auto key, key_in(key_file));
  WHORL_RETURN_IF_ERROR(check_key(manifest, key.get(), folder));
  WHORL_ASSIGN_OR_RETURN(Method method, make_method(*scheme, manifest.recipe, key));
  if (id(method.recipe) != manifest.recipe_id) {
    return fail(ErrorCode::unsupported,
                folder.string() + ": was made by " + manifest.recipe_id +
                    ", and this program's is " + id(method.recipe) +
                    ": their fingerprints do not compare; add the texts to a new registry");
  }
  return method;
}

std::filesystem::path database_of(const std::filesystem::path& folder) { return folder / "db"; }

}  // namespace whorl::internal::registry
