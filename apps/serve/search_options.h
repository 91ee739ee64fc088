// What a search is asked: its text, and its options of the query or of a body of JSON.
#pragma once

#include <map>
#include <string>

#include "serve/message.h"
#include "whorl/registry.h"
#include "whorl/result.h"

namespace whorl::serve {

struct SearchRequest {
  std::string text;
  RegistrySearchOptions options;  // with `except`: the text is this document, which is no hit
};

// Options by their names; fails where a name is none, or a value is not one of it.
Result<RegistrySearchOptions> parse_search_options(const std::map<std::string, std::string>& query);

// The body is the text; or, of the type application/json, an object with `text` and options of the
// same names as those of the query.
Result<SearchRequest> parse_search(const Request& request);

}  // namespace whorl::serve
