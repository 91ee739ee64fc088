#include "serve/router.h"

#include <optional>

namespace whorl::serve {
namespace {

// The segments that match the names of a pattern; nothing if the path differs.
std::optional<std::vector<std::string>> match(std::string_view pattern,
                                              const std::vector<std::string>& path) {
  std::vector<std::string> arguments;
  std::size_t at = 0;
  pattern.remove_prefix(1);
  while (!pattern.empty()) {
    const std::string_view expected = pattern.substr(0, pattern.find('/'));
    pattern.remove_prefix(std::min(pattern.size(), expected.size() + 1));
    if (at == path.size()) return std::nullopt;
    const std::string& segment = path[at++];
    if (!expected.starts_with('{')) {
      if (segment != expected) return std::nullopt;
    } else {
      arguments.push_back(segment);
    }
  }
  if (at != path.size()) return std::nullopt;
  return arguments;
}

}  // namespace

Route route(std::span<const Endpoint> table, std::string_view method,
            const std::vector<std::string>& path) {
  if (method == "HEAD") method = "GET";
  Route found;
  for (const Endpoint& endpoint : table) {
    auto arguments = match(endpoint.path, path);
    if (!arguments) continue;
    if (endpoint.method == method) return {&endpoint, *std::move(arguments)};
    found.allowed += (found.allowed.empty() ? "" : ", ") + std::string(endpoint.method);
  }
  return found;
}

}  // namespace whorl::serve
