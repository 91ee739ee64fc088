// Requests and responses, independent of HTTP's syntax.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace whorl::serve {

struct Request {
  std::string method;
  std::vector<std::string> path;             // its segments, decoded
  std::map<std::string, std::string> query;  // decoded
  std::string content_type;                  // lower case, without parameters
  std::string known;                         // entity tags that the client has (If-None-Match)
  std::string body;                          // for endpoints that take a text
  std::filesystem::path upload;              // for endpoints that take an archive

  // The value in the query, or an empty text.
  const std::string& asked(const std::string& name) const {
    static const std::string nothing;
    const auto found = query.find(name);
    return found == query.end() ? nothing : found->second;
  }
};

// The next events as they are sent: empty if there is nothing new, nothing at the end.
using Events = std::function<std::optional<std::string>()>;

struct Response {
  unsigned status = 200;
  std::string type = "application/json";
  std::string body = {};
  std::filesystem::path file = {};  // instead of the body
  Events events = {};               // instead of both
  std::vector<std::pair<std::string, std::string>> headers = {};
};

}  // namespace whorl::serve
