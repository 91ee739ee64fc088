// Which endpoint a request is for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "serve/endpoint.h"

namespace whorl::serve {

struct Route {
  const Endpoint* endpoint = nullptr;  // null: none
  std::vector<std::string> arguments;  // of its path
  std::string allowed = {};  // methods of the path where none is right, separated by commas
};

// HEAD is for endpoints of GET.
Route route(std::span<const Endpoint> table, std::string_view method,
            const std::vector<std::string>& path);

}  // namespace whorl::serve
