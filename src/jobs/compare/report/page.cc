#include "jobs/compare/report/page.h"

#include <cstddef>

// Defined by the generated page.S.
extern "C" {
extern const char whorl_page_begin[];
extern const char whorl_page_end[];
}

namespace whorl::internal::compare::report {

std::string_view page() {
  return {whorl_page_begin, static_cast<std::size_t>(whorl_page_end - whorl_page_begin)};
}

}  // namespace whorl::internal::compare::report
