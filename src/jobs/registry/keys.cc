#include "jobs/registry/keys.h"

#include "base/try.h"

namespace whorl::internal::registry {
namespace {

using KeyPointer = std::shared_ptr<const Key>;

class Opening {
 public:
  Opening(const RegistryManifest& manifest, const std::filesystem::path& folder)
      : manifest_(manifest), folder_(folder) {}

  Result<Methods> methods(const KeyChange& change, const KeyFiles& files) const {
    WHORL_ASSIGN_OR_RETURN(const Scheme* const scheme, known_scheme());
    WHORL_RETURN_IF_ERROR(check_versions());
    WHORL_ASSIGN_OR_RETURN(auto key, key_in(files.key));
    if (change.until == 0) {
      WHORL_RETURN_IF_ERROR(check_present(change, key.get(), files));
      WHORL_ASSIGN_OR_RETURN(auto method, make_method(*scheme, recipe(), std::move(key)));
      return Methods{std::move(method), std::nullopt};
    }
    WHORL_RETURN_IF_ERROR(check_is(key.get(), change.former_check, "--key"));
    WHORL_ASSIGN_OR_RETURN(auto new_key, under_way(change, files));
    WHORL_ASSIGN_OR_RETURN(auto present, make_method(*scheme, recipe(), std::move(new_key)));
    WHORL_ASSIGN_OR_RETURN(auto former, make_method(*scheme, recipe(), std::move(key)));
    return Methods{std::move(present), Former{std::move(former), change.until}};
  }

 private:
  template <class... Words>
  tl::unexpected<Error> refuse(ErrorCode code, const Words&... words) const {
    std::string text = folder_.string() + ": ";
    (text.append(words), ...);
    return fail(code, std::move(text));
  }

  Result<const Scheme*> known_scheme() const {
    if (const Scheme* const scheme = find_scheme(manifest_.scheme)) return scheme;
    return refuse(ErrorCode::unsupported, "has the scheme ", manifest_.scheme,
                  ", which this program does not know; a newer version created it");
  }

  // Without the key in it.
  std::string recipe() const { return manifest_.recipe.substr(0, manifest_.recipe.find("/key=")); }

  Result<void> check_versions() const {
    WHORL_ASSIGN_OR_RETURN(const Recipe recipe, parse_recipe(manifest_.recipe));
    if (id(recipe) == manifest_.recipe_id) return {};
    return refuse(ErrorCode::unsupported, "was made by ", manifest_.recipe_id,
                  ", and this program's is ", id(recipe),
                  ": their fingerprints cannot be compared; add the texts to a new registry");
  }

  Result<void> check_is(const Key* key, const std::string& check, std::string_view flag) const {
    const bool is_keyed = !check.empty();
    if (is_keyed && key == nullptr) {
      return refuse(ErrorCode::invalid_argument, "has a key; name it with ", flag);
    }
    if (!is_keyed && key != nullptr) {
      return refuse(ErrorCode::invalid_argument, "has no key; leave out ", flag);
    }
    if (!is_keyed || key->matches(check)) return {};
    return refuse(ErrorCode::invalid_argument, "was created with another key than ", flag);
  }

  Result<void> check_present(const KeyChange& change, const Key* key, const KeyFiles& files) const {
    const std::string& check = change.check.empty() ? manifest_.key_check : change.check;
    const auto is = check_is(key, check, "--key");
    if (is || files.new_key.empty() || change.check.empty()) return is;
    WHORL_ASSIGN_OR_RETURN(const auto new_key, key_in(files.new_key));
    if (!new_key->matches(check)) return is;
    return refuse(ErrorCode::invalid_argument,
                  "all documents already have the new key: name it with --key");
  }

  Result<KeyPointer> under_way(const KeyChange& change, const KeyFiles& files) const {
    if (files.new_key.empty()) {
      return refuse(
          ErrorCode::invalid_argument,
          "the key is being replaced, and some documents still have the old one: also name the new "
          "key with --new-key; whorl registry refresh continues the replacement");
    }
    WHORL_ASSIGN_OR_RETURN(auto key, key_in(files.new_key));
    WHORL_RETURN_IF_ERROR(check_is(key.get(), change.check, "--new-key"));
    return key;
  }

  const RegistryManifest& manifest_;
  const std::filesystem::path& folder_;
};

}  // namespace

Result<KeyPointer> key_in(const std::string& path) {
  if (path.empty()) return nullptr;
  WHORL_ASSIGN_OR_RETURN(Key key, read_key(path));
  return std::make_shared<const Key>(std::move(key));
}

Result<Methods> methods_of(const RegistryManifest& manifest, const KeyChange& change,
                           const std::filesystem::path& folder, const KeyFiles& files) {
  return Opening(manifest, folder).methods(change, files);
}

}  // namespace whorl::internal::registry
