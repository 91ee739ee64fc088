// Entity tags (RFC 9110, section 8.8.3): a browser that has a page asks whether it is still
// current.
#pragma once

#include <string>
#include <string_view>

#include "serve/message.h"

namespace whorl::serve {

constexpr unsigned kNotModified = 304;

// The tag of these bytes, in quotes.
std::string entity_tag(std::string_view bytes);

// Adds the tag to the response; 304 without a body if the client has it already.
Response tagged(const Request& request, Response response, const std::string& tag);

}  // namespace whorl::serve
