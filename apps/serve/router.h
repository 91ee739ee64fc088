// Finds the endpoint of a request.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "serve/endpoint.h"

namespace whorl::serve {

struct Route {
  const Endpoint* endpoint = nullptr;  // null if there is none
  std::vector<std::string> arguments;  // parts of the path that the endpoint leaves open
  // Methods that the path supports, if the method does not fit; separated by commas.
  std::string allowed = {};
};

// HEAD is answered by the endpoint of GET.
Route route(std::span<const Endpoint> table, std::string_view method,
            const std::vector<std::string>& path);

}  // namespace whorl::serve
