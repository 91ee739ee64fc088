// The memory that a file of a thousand values is charged.
#pragma once

#include <cstdint>
#include <string>

#include "jobs/compare/corpus/prepared_file.h"
#include "jobs/compare/corpus/settings.h"

namespace whorl::internal::compare {

inline std::uint64_t held_with_thousand(const std::string& value) {
  std::string text = "int x[] = {";
  for (int i = 0; i < 1000; ++i) text += value + ",";
  const auto settings = corpus::Settings::resolve({}).value();
  const auto file = corpus::prepare_file({.name = "a.c", .bytes = text + "0};\n"}, settings);
  return corpus::held_bytes(file.value().front());
}

}  // namespace whorl::internal::compare
