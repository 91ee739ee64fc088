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

// On one line; invalid UTF-8 is replaced.
std::string written(const Json& json);

// A response whose body is this JSON on one line.
Response json_response(const Json& json, unsigned status = 200);

// The name of a document in addresses: its owner, group and name.
std::string id_of(const DocumentCodes& codes);
std::optional<DocumentCodes> codes_of(std::string_view id);

Json shown(const RegisteredDocument& document);

// Like `whorl registry search --json`, with the id of each hit. A caller who may see only one
// owner's documents does not get the values that depend on all documents.
Json shown(const RegistryAnswer& answer, const Caller& caller);

}  // namespace whorl::serve
