#include "jobs/compare/submissions/distinct_names.h"

#include <cstddef>
#include <map>
#include <string_view>
#include <utility>

namespace whorl::internal::compare::submissions {
namespace {

// The last `parts` parts of a path, with a '/' after them.
std::string tail(std::string_view scope, std::size_t parts) {
  if (parts == 0) return {};
  std::size_t begin = scope.size();
  for (; parts != 0 && begin != 0 && begin != scope.npos; --parts) {
    begin = begin == 1 ? 0 : scope.rfind('/', begin - 1);
  }
  if (begin == scope.npos) begin = 0;
  std::string_view out = scope.substr(begin);
  if (out.starts_with('/')) out.remove_prefix(1);
  return out.empty() ? std::string() : std::string(out) + '/';
}

// Names that are equal including their prefixes, and whether their scopes could distinguish them.
struct Equal {
  std::vector<std::size_t> members;
  bool different_scopes = false;
};

}  // namespace

std::vector<std::string> distinguishing_prefixes(const std::vector<ScopedName>& names) {
  std::vector<std::string> prefixes(names.size());
  std::vector<std::size_t> parts(names.size());
  for (bool changed = true; changed;) {
    changed = false;
    std::map<std::string, Equal> groups;
    for (std::size_t i = 0; i < names.size(); ++i) {
      Equal& group = groups[prefixes[i] + names[i].name];
      if (!group.members.empty()) {
        group.different_scopes |= names[group.members[0]].scope != names[i].scope;
      }
      group.members.push_back(i);
    }
    for (const auto& [name, group] : groups) {
      if (!group.different_scopes) continue;
      for (const std::size_t i : group.members) {
        std::string longer = tail(names[i].scope, ++parts[i]);
        changed |= longer != prefixes[i];
        prefixes[i] = std::move(longer);
      }
    }
  }
  return prefixes;
}

}  // namespace whorl::internal::compare::submissions
