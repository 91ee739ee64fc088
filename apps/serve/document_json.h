// Registered documents and answers as endpoints show them to a caller.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "serve/message.h"
#include "serve/tokens.h"
#include "whorl/registry.h"

namespace whorl::serve {

using Json = nlohmann::ordered_json;

// On one line; what is no UTF-8 is shown by a sign.
std::string written(const Json& json);

// A response whose body is this JSON on one line.
Response json_response(const Json& json, unsigned status = 200);

// What a document is called in addresses: its owner, group and name.
std::string id_of(const DocumentCodes& codes);
std::optional<DocumentCodes> codes_of(std::string_view id);

Json shown(const RegisteredDocument& document);

// As `whorl registry search --json` has it, each hit with its id. Of figures that tell of
// everybody's documents, a caller who sees those of one owner gets none.
Json shown(const RegistryAnswer& answer, const Caller& caller);

}  // namespace whorl::serve
