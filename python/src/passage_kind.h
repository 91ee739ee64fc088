// How the kinds of passages are called in Python.
#pragma once

#include <string_view>

#include "whorl/report.h"

namespace whorl::python {

inline std::string_view name(PassageKind kind) {
  switch (kind) {
    case PassageKind::verbatim:
      return "verbatim";
    case PassageKind::renamed:
      return "renamed";
    case PassageKind::edited:
      return "edited";
  }
  return "verbatim";
}

}  // namespace whorl::python
