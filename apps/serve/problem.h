// Problem documents (RFC 9457): the form of every error.
#pragma once

#include <string_view>

#include "serve/message.h"
#include "whorl/result.h"

namespace whorl::serve {

// `detail`: a sentence that says what to do.
Response problem(unsigned status, std::string_view detail);
Response problem(const Error& error);

// "Not Found"; "Error" for an unknown status.
std::string_view title_of(unsigned status);

}  // namespace whorl::serve
