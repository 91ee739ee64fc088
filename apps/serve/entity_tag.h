// Entity tags (RFC 9110, section 8.8.3): a browser that has a page asks whether it is still the
// one.
#pragma once

#include <string>
#include <string_view>

#include "serve/message.h"

namespace whorl::serve {

constexpr unsigned kNotModified = 304;

// Of these bytes, in quotes.
std::string entity_tag(std::string_view bytes);

// The response with its tag; 304 without the body where the client has it.
Response tagged(const Request& request, Response response, const std::string& tag);

}  // namespace whorl::serve
