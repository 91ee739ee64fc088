// The OpenAPI 3.1 document, generated from the table of endpoints.
#pragma once

#include <span>
#include <string>

#include "serve/endpoint.h"

namespace whorl::serve {

std::string open_api(std::span<const Endpoint> table);

}  // namespace whorl::serve
