#include "jobs/registry/features.h"

#include <algorithm>

#include "base/sort_hashes.h"
#include "base/try.h"
#include "whorl/chunks.h"
#include "whorl/fingerprint.h"

namespace whorl::internal::registry {
namespace {

Result<Features> of_kgrams(std::string_view text, const Recipe& recipe, const Method& method) {
  WHORL_ASSIGN_OR_RETURN(const Fingerprints found,
                         method.key ? whorl::fingerprint(text, recipe, *method.key)
                                    : whorl::fingerprint(text, recipe));
  return features_of(found, method);
}

Result<Features> of_chunks(std::string_view text, const Method& method) {
  WHORL_ASSIGN_OR_RETURN(const ChunkSet found, method.key
                                                   ? whorl::chunks(text, method.recipe, *method.key)
                                                   : whorl::chunks(text, method.recipe));
  Features out;
  const PostingLayout layout = method.scheme->layout(0);
  for (const Chunk& chunk : found.chunks) {
    const std::uint64_t digest = chunk.digest << (64 - found.digest_bits);
    out.list.push_back({layout.kept(digest), chunk.first, chunk.symbols});
  }
  return out;
}

Recipe cut_to(Recipe recipe, std::uint64_t most) {
  recipe.selector.args = {most};
  return recipe;
}

}  // namespace

std::vector<std::uint64_t> Features::distinct() const {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(list.size());
  for (const Feature& feature : list) hashes.push_back(feature.hash);
  std::ranges::sort(hashes);
  hashes.erase(std::ranges::unique(hashes).begin(), hashes.end());
  return hashes;
}

Features features_of(const Fingerprints& found, const Method& method) {
  Features out;
  const PostingLayout layout = method.scheme->layout(0);
  out.list.reserve(found.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    out.list.push_back({layout.kept(found.hash[i]), found.position[i], method.recipe.k});
  }
  return out;
}

Result<Method> make_method(const Scheme& scheme, std::string_view recipe,
                           std::shared_ptr<const Key> key) {
  const std::string_view text = recipe.empty() ? scheme.info.recipe : recipe;
  WHORL_ASSIGN_OR_RETURN(Recipe parsed, parse_recipe(text));
  const auto refuse = [&](std::string_view what) {
    return fail(ErrorCode::invalid_argument,
                "the scheme " + std::string(scheme.info.name) + " takes " + std::string(what) +
                    ", such as " + std::string(scheme.info.recipe) + ", not " + std::string(text));
  };
  if (scheme.by_chunks != parsed.has_chunks()) {
    return refuse(scheme.by_chunks ? "a recipe of chunks" : "a recipe of k-grams");
  }
  if (!scheme.selector.empty() && parsed.selector.name != scheme.selector) {
    return refuse("the selector " + std::string(scheme.selector));
  }
  if (key) {
    WHORL_ASSIGN_OR_RETURN(parsed, whorl::keyed(std::move(parsed), *key));
  }
  return Method{&scheme, std::move(parsed), std::move(key)};
}

Result<Features> searched(std::string_view text, const Method& method) {
  return method.scheme->by_chunks ? of_chunks(text, method)
                                  : of_kgrams(text, method.recipe, method);
}

Result<Features> stored(std::string_view text, const Method& method) {
  const std::uint32_t most = method.scheme->info.stored;
  if (most == 0) return searched(text, method);
  if (!method.key) return of_kgrams(text, cut_to(method.recipe, most), method);
  WHORL_ASSIGN_OR_RETURN(const Fingerprints search,
                         whorl::fingerprint(text, method.recipe, *method.key));
  return features_of(draw(search, most, *method.key, method.draw), method);
}

}  // namespace whorl::internal::registry
