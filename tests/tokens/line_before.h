// A program with a line of other code before it, for the benchmark and the test of regions.
#pragma once

#include <string>
#include <string_view>

namespace whorl::internal::tokens::code {

// A line of the program that must come first stays first.
inline std::string with_line(std::string program, std::string_view line) {
  const std::size_t code = program.starts_with("#!") ? 0 : program.find("<?php");
  const std::size_t at = code == std::string::npos ? 0 : program.find('\n', code) + 1;
  return program.insert(at, std::string(line) + "\n");
}

}  // namespace whorl::internal::tokens::code
