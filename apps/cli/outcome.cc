#include "cli/outcome.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/streams.h"
#include "cli/text.h"

namespace whorl::cli {

int failed(const Error& error) {
  if (error.code == ErrorCode::io && reader_is_gone()) return kReaderGone;
  tell("whorl: {}\n", printable(error.message));
  switch (error.code) {
    case ErrorCode::invalid_argument:
    case ErrorCode::not_found:
      return kWrongUsage;
    case ErrorCode::cancelled:
      return interrupted() == 0 ? kFailed : 128 + interrupted();
    default:
      return kFailed;
  }
}

bool skipped_any(const std::vector<Skipped>& skipped) {
  return std::any_of(skipped.begin(), skipped.end(),
                     [](const Skipped& input) { return input.kind == SkipKind::skipped; });
}

}  // namespace whorl::cli
