#include "base/try.h"
#include "measuring/rows.h"
#include "measuring/symbols.h"
#include "select/select.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace whorl::internal::measuring {
namespace {

// "An anchor is an arbitrary byte sequence, such as": Finkel 2002 §5.
constexpr std::string_view kAnchor = "ante";

}  // namespace

Result<HashSet> OverlappingChunks::keep(std::string_view text, const Settings& settings) {
  return shingles_of(text, settings, settings.args[0]);
}

Result<HashSet> SifByHash::keep(std::string_view text, const Settings& settings) {
  const auto& args = settings.args;
  WHORL_ASSIGN_OR_RETURN(const auto canon, canon_of(text, settings));
  return set_of(select::select(canon, recipe_of(settings, args[0], {"modp", {args[1]}})).hash);
}

Result<HashSet> SifByAnchor::keep(std::string_view text, const Settings& settings) {
  const std::uint64_t length = settings.args[0];
  std::vector<std::uint64_t> hashes;
  for (auto at = text.find(kAnchor); at != text.npos; at = text.find(kAnchor, at + 1)) {
    const std::string_view chunk = text.substr(at, length);
    if (chunk.size() < length) break;
    hashes.push_back(XXH3_64bits(chunk.data(), chunk.size()));
  }
  return set_of(std::move(hashes));
}

}  // namespace whorl::internal::measuring
