#include <nlohmann/json.hpp>

#include "base/json.h"
#include "whorl/lab.h"

namespace whorl {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const LabCell& cell) {
  return std::visit(
      [](const auto& value) -> Json {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>) {
          return nullptr;
        } else {
          return value;
        }
      },
      cell);
}

Json json_of(const LabTable& table) {
  Json rows = Json::array();
  for (const auto& cells : table.rows) {
    Json row = Json::object();
    for (std::size_t i = 0; i < cells.size(); ++i) row[table.columns[i]] = json_of(cells[i]);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::string to_json(const LabReport& report) {
  Json settings = Json::object(), tables = Json::object(), skipped = Json::array();
  for (const auto& [name, value] : report.settings) settings[name] = value;
  for (const LabTable& table : report.tables) tables[table.name] = json_of(table);
  for (const Skipped& one : report.skipped) {
    skipped.push_back({{"path", one.path}, {"reason", one.reason}});
  }
  const Json all = {{"experiment", report.experiment},
                    {"settings", std::move(settings)},
                    {"tables", std::move(tables)},
                    {"notes", report.notes},
                    {"skipped", std::move(skipped)}};
  return internal::base::json_text(all, 1) + "\n";
}

}  // namespace whorl
