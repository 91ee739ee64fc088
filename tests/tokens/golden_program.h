// The program of each language in the golden tests.
#pragma once

#include <fstream>
#include <sstream>
#include <string>

#include "tokens/code/language_table.h"

namespace whorl::internal::tokens::code {

inline std::string program(const Language& language) {
  std::ifstream in(
      std::string(WHORL_SOURCE_DIR "/tests/tokens/golden/").append(language.name).append(".src"),
      std::ios::binary);
  std::stringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

}  // namespace whorl::internal::tokens::code
