// The trash: reports that were erased and documents that were removed can be restored for
// Limits::trash_seconds.
#pragma once

#include <cstdint>

#include "serve/document_json.h"
#include "serve/endpoint.h"
#include "whorl/result.h"

namespace whorl::serve {

// Of an address that erases something.
inline constexpr Parameter kNowParameter = {
    "now", "true: erase it at once and for good. false, the default: it goes to the trash.",
    R"({"type":"boolean"})"};

// What the query says of it.
Result<bool> is_now(const Request& request);

// The answer to who erased something, with the time until which it can be restored. `since`: when
// it went to the trash; 0: it did not.
Json removed(const Service& service, std::int64_t since);

}  // namespace whorl::serve
