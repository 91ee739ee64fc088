// whorl check.
#include <fmt/core.h>
#include <unistd.h>

#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/outcome.h"
#include "cli/run_progress.h"
#include "cli/streams.h"
#include "cli/text.h"
#include "whorl/check.h"

namespace whorl::cli {
namespace {

void show(const StoreCheck& check, const std::string& store) {
  std::uint64_t bytes = 0;
  for (const auto& file : check.files) bytes += file.bytes;
  const bool sweeps = check.kind == StoreCheck::Kind::sweeps;
  fmt::print("{}: {} of {}, {:.1f} MB in {}\n", printable(store),
             sweeps ? "a sweep store" : "a store",
             sweeps ? counted(check.documents, "version", "versions")
                    : counted(check.documents, "document", "documents"),
             static_cast<double>(bytes) / 1e6, counted(check.files.size(), "file", "files"));
  if (!check.finished) fmt::print("  is not finished: the command that makes it goes on with it\n");
  for (const std::string& run : check.open_runs) {
    fmt::print("  {}: a run is at work, or was stopped: its command goes on with it\n",
               printable(run));
  }
  for (const std::string& name : check.left) {
    fmt::print("  {}: nothing names it; it does no harm and goes with the next run\n",
               printable(name));
  }
  if (check.sound()) fmt::print("  is sound: every block of every file, and what they hold\n");
}

}  // namespace

int run_check(Arguments& arguments) {
  if (arguments.operands.size() != 1) {
    return failed({ErrorCode::invalid_argument, "name one store, e.g. whorl check whorl-store"});
  }
  const std::string& store = arguments.operands.front();
  catch_interrupts();
  RunProgress progress(!arguments.quiet && isatty(STDERR_FILENO) != 0);
  const auto check = check_store(store, progress);
  progress.finish();
  if (!check) return failed(check.error());
  if (arguments.json) {
    fmt::print("{}", to_json(*check));
  } else if (!arguments.quiet) {
    show(*check, store);
  }
  for (const StoreFinding& finding : check->findings) {
    tell("whorl: {}/{}: {}; {}\n", printable(store), printable(finding.file),
         printable(finding.what), finding.remedy);
  }
  return check->sound() ? kDone : kFailed;
}

}  // namespace whorl::cli
