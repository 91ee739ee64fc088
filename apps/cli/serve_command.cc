// whorl serve.
#include <fmt/core.h>

#include <cstdio>
#include <filesystem>

#include "cli/flags.h"
#include "cli/outcome.h"
#include "cli/text.h"
#include "serve/serve.h"

namespace whorl::cli {

int run_serve(Arguments& arguments) {
  if (arguments.operands.size() != 1) {
    return failed({ErrorCode::invalid_argument, "name a registry, e.g. whorl serve archive"});
  }
  serve::ServeOptions& options = arguments.serve;
  options.registry = arguments.operands.front();
  options.key = arguments.registry.key;
  std::error_code error;
  options.program = std::filesystem::read_symlink("/proc/self/exe", error).string();
  const auto ready = [&](const std::string& address) {
    if (arguments.quiet) return;
    fmt::print("{} answers at {}\n", printable(options.registry), address);
    std::fflush(stdout);
  };
  const auto served = serve::serve(options, ready);
  return served ? kDone : failed(served.error());
}

}  // namespace whorl::cli
