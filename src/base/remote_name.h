// Names on other machines, such as s3://bucket/pages.jsonl. whorl reads and writes only files.
#pragma once

#include <string>
#include <string_view>

namespace whorl::internal::base {

// What to do if `name` is to be read, or written; empty if it is no such name.
std::string advice_on_reading(std::string_view name);
std::string advice_on_writing(std::string_view name);

}  // namespace whorl::internal::base
