// What comes in and what goes out, apart from how HTTP spells it.
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
  std::string body;                          // of endpoints that take a text
  std::filesystem::path upload;              // of endpoints that take an archive

  // What the query says, or an empty text.
  const std::string& asked(const std::string& name) const {
    static const std::string nothing;
    const auto found = query.find(name);
    return found == query.end() ? nothing : found->second;
  }
};

// The next events as they go over the wire: empty where there is nothing new, nothing at the end.
using Events = std::function<std::optional<std::string>()>;

struct Response {
  unsigned status = 200;
  std::string type = "application/json";
  std::string body = {};
  std::filesystem::path file = {};  // in place of the body
  Events events = {};               // in place of both
  std::vector<std::pair<std::string, std::string>> headers = {};
};

}  // namespace whorl::serve
