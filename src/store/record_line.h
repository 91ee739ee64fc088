// The JSON lines that documents are written as.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "input/collection.h"

namespace whorl::internal::store {

// On one line; bytes that are no UTF-8 become U+FFFD.
std::string one_line(const nlohmann::ordered_json& object);

// What names a record: id, and url and date where it has them.
nlohmann::ordered_json names_of(const input::CollectionRecord& record);

// The line a document stands for: as found, or what names it.
std::string line_of(const input::CollectionRecord& record);

// A member, whose value is JSON, put before the end of the object that the line is.
std::string with_member(std::string line, std::string_view value, std::string_view name = "whorl");

// Whether the object that the line is has the member. Parses only lines that may.
bool has_member(std::string_view line, const std::string& name);

}  // namespace whorl::internal::store
