#include "store/record_line.h"

#include <nlohmann/json.hpp>

#include "base/json.h"

namespace whorl::internal::store {

using nlohmann::ordered_json;

std::string one_line(const ordered_json& object) { return base::json_text(object); }

ordered_json names_of(const input::CollectionRecord& record) {
  ordered_json object = {{"id", record.id}};
  if (!record.url.empty()) object["url"] = record.url;
  if (!record.date.empty()) object["date"] = record.date;
  return object;
}

std::string line_of(const input::CollectionRecord& record) {
  return record.line.empty() ? one_line(names_of(record)) : record.line;
}

std::string with_member(std::string line, std::string_view value) {
  const std::size_t end = line.rfind('}');
  const std::size_t last = line.find_last_not_of(" \t\r", end - 1);
  const char* comma = line[last] == '{' ? "" : ",";
  return line.insert(end, std::string(comma).append("\"whorl\":").append(value));
}

}  // namespace whorl::internal::store
