// The commands that only tell: completion, version, help.
#include <fmt/core.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/completion.h"
#include "cli/flags.h"
#include "cli/help_text.h"
#include "cli/man_page.h"
#include "cli/parse.h"
#include "cli/streams.h"
#include "serve/json_text.h"
#include "whorl/converters.h"
#include "whorl/kernels.h"

namespace whorl::cli {
namespace {

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
  fmt::print("{}", help_of(*command));
  return kDone;
}

}  // namespace whorl::cli
