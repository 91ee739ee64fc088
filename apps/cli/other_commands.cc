// The short commands: check, completion, version, help.

#include <fmt/core.h>
#include <unistd.h>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <span>

#include "cli/completion.h"
#include "cli/flags.h"
#include "cli/help_text.h"
#include "cli/interrupt.h"
#include "cli/outcome.h"
#include "cli/parse.h"
#include "cli/run_progress.h"
#include "cli/streams.h"
#include "cli/text.h"
#include "serve/json_text.h"
#include "whorl/check.h"
#include "whorl/converters.h"
#include "whorl/kernels.h"

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
  if (!check.finished) fmt::print("  is not finished: run the command that creates it again\n");
  for (const std::string& run : check.open_runs) {
    fmt::print("  {}: a run is in progress or was interrupted; run its command again to continue\n",
               printable(run));
  }
  for (const std::string& name : check.left) {
    fmt::print("  {}: nothing names it; it does no harm and goes with the next run\n",
               printable(name));
  }
  if (check.sound()) fmt::print("  is sound: every block of every file, and what they hold\n");
}

int refuse(std::string_view message) {
  tell("whorl: {}\n", message);
  return kWrongUsage;
}

void print_converters() {
  for (const ConverterProgram& program : converter_programs()) {
    const std::string missing = fmt::format("not found (package {})", program.package);
    fmt::print("converter of {}: {}\n", program.reads,
               program.path.empty() ? missing : program.path);
  }
  for (const ConverterConfinement& part : converter_confinement()) {
    fmt::print("converters are {} {}\n",
               part.holds ? "kept from" : "NOT kept, on this machine, from", part.keeps);
  }
}

std::string version_json() {
  nlohmann::ordered_json out = {{"version", WHORL_VERSION},
                                {"compiler", WHORL_COMPILER},
                                {"build", WHORL_BUILD_TYPE},
                                {"report_format", kReportFormat},
                                {"kernels", kernels_in_use()}};
  for (const ConverterProgram& program : converter_programs()) {
    out["converters"][std::string(program.name)] = {{"reads", program.reads},
                                                    {"path", program.path}};
  }
  for (const ConverterConfinement& part : converter_confinement()) {
    out["confinement"][std::string(part.name)] = {{"keeps_from", part.keeps},
                                                  {"holds", part.holds}};
  }
  return serve::json_text(out, 2);
}

}  // namespace

int run_completion(Arguments& arguments) {
  const std::string shell = arguments.operands.size() == 1 ? arguments.operands[0] : "";
  if (shell == "bash") {
    fmt::print("{}", bash_completion());
  } else if (shell == "zsh") {
    fmt::print("{}", zsh_completion());
  } else if (shell == "fish") {
    fmt::print("{}", fish_completion());
  } else {
    return refuse("name the shell: whorl completion bash, zsh or fish");
  }
  return kDone;
}

int run_version(Arguments& arguments) {
  if (arguments.json) {
    fmt::print("{}\n", version_json());
    return kDone;
  }
  fmt::print("whorl {}\n", WHORL_VERSION);
  if (arguments.verbose) {
    fmt::print("compiler: {}\nbuild: {}\nreport format: {}\nkernels: {}\n", WHORL_COMPILER,
               WHORL_BUILD_TYPE, kReportFormat, kernels_in_use());
    print_converters();
  }
  return kDone;
}

int run_help(Arguments& arguments) {
  if (arguments.man) {
    fmt::print("{}", man_page());
    return kDone;
  }
  if (arguments.operands.empty()) {
    fmt::print("{}", overview());
    return kDone;
  }
  const Command* command = find_command(arguments.operands[0]);
  if (command == nullptr) return refuse(unknown_command(arguments.operands[0]).message);
  const auto help = asked_help(*command, std::span(arguments.operands).subspan(1), false);
  if (!help) return refuse(help.error().message);
  fmt::print("{}", *help);
  return kDone;
}

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
