// The trash: reports that were erased and documents that were removed can be restored for
// Limits::trash_seconds.
#pragma once

#include <cstdint>

#include "serve/document_json.h"
#include "serve/endpoint.h"
#include "whorl/result.h"

namespace whorl::serve {

// The parameter of endpoints that erase something.
inline constexpr Parameter kNowParameter = {
    "now", "true: erase it at once. false, the default: move it to the trash.",
    R"({"type":"boolean"})"};

// Its value in the query; false by default.
Result<bool> is_now(const Request& request);

// The answer of endpoints that erase something. If it was moved to the trash at the time `since`,
// the answer says until when it can be restored. 0: it was erased at once.
Json removed(const Service& service, std::int64_t since);

}  // namespace whorl::serve
