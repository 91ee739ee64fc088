#include "cli/registry_texts.h"

#include <fmt/core.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "cli/flags.h"
#include "cli/outcome.h"
#include "cli/run_progress.h"
#include "cli/streams.h"
#include "cli/summary.h"
#include "serve/json_text.h"
#include "whorl/registry.h"

namespace whorl::cli {
namespace {

std::string line_of(const Skipped& skipped) {
  const bool read = skipped.kind == SkipKind::fallback;
  const nlohmann::ordered_json line = {{"id", skipped.path},
                                       {read ? "fallback" : "skipped", skipped.reason}};
  return serve::json_text(line);
}

}  // namespace

int print_registry_texts(const Arguments& arguments, const std::vector<std::string>& paths) {
  RegistryInput input = arguments.registry.input;
  input.paths = paths;
  RunProgress progress(!arguments.quiet && isatty(STDERR_FILENO) != 0);
  const auto take = [](const RegistryText& text) -> Result<void> {
    fmt::print("{}\n", to_json(text));
    return {};
  };
  const auto skipped = for_each_registry_text(input, take, progress);
  progress.finish();
  if (!skipped) return failed(skipped.error());
  if (arguments.json) {
    for (const Skipped& one : *skipped) fmt::print("{}\n", line_of(one));
  }
  if (!arguments.quiet) tell("{}", skipped_summary(*skipped));
  return skipped_any(*skipped) ? kInputsSkipped : kDone;
}

}  // namespace whorl::cli
