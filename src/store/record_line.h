// The JSON lines for documents.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "input/collection.h"

namespace whorl::internal::store {

// On one line; invalid UTF-8 becomes U+FFFD.
std::string one_line(const nlohmann::ordered_json& object);

// The names of a record: its id, and its url and date if it has them.
nlohmann::ordered_json names_of(const input::CollectionRecord& record);

// The line for a document: as found, or its names.
std::string line_of(const input::CollectionRecord& record);

// Adds a member, whose value is JSON, before the end of the object in the line.
std::string with_member(std::string line, std::string_view value, std::string_view name = "whorl");

// True if the object in the line has the member. Parses only lines that may have it.
bool has_member(std::string_view line, const std::string& name);

}  // namespace whorl::internal::store
