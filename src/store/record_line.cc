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

std::string with_member(std::string line, std::string_view value, std::string_view name) {
  const std::size_t end = line.rfind('}');
  const std::size_t last = line.find_last_not_of(" \t\r", end - 1);
  const char* comma = line[last] == '{' ? "" : ",";
  const std::string key = base::json_text(ordered_json(name));
  return line.insert(end, std::string(comma).append(key).append(":").append(value));
}

bool has_member(std::string_view line, const std::string& name) {
  const bool may = line.find(base::json_text(ordered_json(name))) != line.npos ||
                   line.find("\\u") != line.npos;  // a name may be written with escapes
  if (!may) return false;
  const nlohmann::json object = base::parse_json(line);
  return object.is_object() && object.contains(name);
}

}  // namespace whorl::internal::store
