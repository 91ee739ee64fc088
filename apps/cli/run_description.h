// How a run of compare came about: what its report says of date, command and options.
#pragma once

#include "cli/arguments.h"
#include "whorl/report.h"

namespace whorl::cli {

// Names and paths are left out where the report is anonymous. The date is that of
// SOURCE_DATE_EPOCH where it is set; the command line is left out then, so that the same input and
// options give the same bytes.
RunDescription describe_run(const Arguments& arguments);

}  // namespace whorl::cli
