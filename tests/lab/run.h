// Runs experiments as the program does, and finds values in their tables.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "lab/lab.h"

namespace whorl::test {

inline LabReport run(std::string_view experiment, const LabOptions& options) {
  NoProgress quiet;
  const auto report = find_lab_experiment(experiment)->run(options, quiet);
  EXPECT_TRUE(report) << (report ? "" : report.error().message);
  return report ? *report : LabReport{};
}

inline std::string refusal(std::string_view experiment, const LabOptions& options) {
  NoProgress quiet;
  const auto report = find_lab_experiment(experiment)->run(options, quiet);
  return report ? "" : report.error().message;
}

inline const LabTable& table(const LabReport& report, std::string_view name) {
  return *std::ranges::find(report.tables, name, &LabTable::name);
}

inline std::size_t column(const LabTable& table, std::string_view name) {
  const auto at = std::ranges::find(table.columns, name);
  EXPECT_NE(at, table.columns.end()) << name;
  return static_cast<std::size_t>(at - table.columns.begin());
}

// The cell in the row that begins with `row`.
inline const LabCell& cell(const LabTable& table, std::string_view row, std::string_view name) {
  const auto at = std::ranges::find_if(
      table.rows, [&](const auto& cells) { return std::get<std::string>(cells[0]) == row; });
  EXPECT_NE(at, table.rows.end()) << row;
  return (*at)[column(table, name)];
}

inline double figure(const LabTable& table, std::string_view row, std::string_view name) {
  return std::get<double>(cell(table, row, name));
}

inline std::uint64_t count(const LabTable& table, std::string_view row, std::string_view name) {
  return std::get<std::uint64_t>(cell(table, row, name));
}

}  // namespace whorl::test
