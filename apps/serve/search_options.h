// The text of a search, and its options from the query or from a JSON body.
#pragma once

#include <map>
#include <string>

#include "serve/message.h"
#include "whorl/registry.h"
#include "whorl/result.h"

namespace whorl::serve {

struct SearchRequest {
  std::string text;
  // With `except`, the text is this registered document, which is no hit of itself.
  RegistrySearchOptions options;
};

// Reads options by name. Fails if a name is unknown or a value is not valid for it.
Result<RegistrySearchOptions> parse_search_options(const std::map<std::string, std::string>& query);

// The body is the text. With the type application/json it is an object with `text` and the options
// of the query.
Result<SearchRequest> parse_search(const Request& request);

}  // namespace whorl::serve
