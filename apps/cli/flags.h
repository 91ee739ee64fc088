// The table of commands and flags. Parsing, --help, the man page, completion and the tests all
// iterate over it, so a new flag is one row.
#pragma once

#include <span>
#include <string_view>

#include "cli/arguments.h"
#include "whorl/result.h"

namespace whorl::cli {

// The kind of a flag's argument, for completion.
enum class ArgumentKind { none, text, number, path, directory };

struct Flag {
  std::string_view name;  // long form, without dashes
  char letter = 0;        // short form; 0: none
  ArgumentKind kind = ArgumentKind::none;
  std::string_view argument = {};    // its name in help; empty for a switch
  std::string_view choices = {};     // the allowed words, separated by blanks; empty: any
  std::string (*words)() = nullptr;  // completion offers these instead
  bool repeats = false;              // may be given several times; otherwise the last one counts
  bool common = false;               // --help shows it; --help-all shows every flag
  std::string_view only = {};        // the subcommands that use it, separated by blanks; empty: all
  std::string_view group = {};       // heading in help
  std::string_view help = {};        // sentences; --help shows the first
  std::string (*details)() = nullptr;  // further help, from a table of methods
  std::string_view fallback = {};      // the default; empty if help does not give one
  std::string_view example = {};       // a use of it; empty for a switch
  // Stores the value; the error gives the allowed values.
  Result<void> (*set)(std::string_view value, Arguments& arguments);
};

struct Example {
  std::string_view command;
  std::string_view purpose;
};

// An action as the first operand of a command: `add` of whorl registry add.
struct Subcommand {
  std::string_view name;
  std::string_view operands;  // after its name
  std::string_view summary;   // a line
};

enum ExitStatus {
  kDone = 0,
  kWrongUsage = 1,
  kInputsSkipped = 2,
  kFailed = 3,
  kInterrupted = 130,  // as a shell reports Ctrl-C
};

struct Command {
  std::string_view name;
  std::string_view summary;        // a line
  std::string_view operands = {};  // in the usage line
  std::string_view brief = {};     // sentences of --help; empty: the summary
  std::string_view description;    // paragraphs of --help-all, separated by empty lines
  std::span<const Flag> flags;
  std::span<const Example> examples;
  int (*run)(Arguments& arguments);
  void (*prepare)(Arguments& arguments) = nullptr;  // sets the command's defaults, before flags
  std::span<const Subcommand> subcommands = {};
};

std::span<const Command> commands();
const Command* find_command(std::string_view name);
// Whether the subcommand uses the flag of its command.
bool uses(const Subcommand& subcommand, const Flag& flag);
// Null if the command has no such subcommand.
const Subcommand* find_subcommand(const Command& command, std::string_view name);

// The meaning of each exit status, for help and the man page.
struct StatusMeaning {
  int status;
  std::string_view meaning;
};
std::span<const StatusMeaning> status_meanings();

std::span<const Flag> cluster_flags();
std::span<const Flag> compare_flags();
// True unless it only affects where results go or how the run works.
bool shapes_result(const Flag& compare_flag);
std::span<const Flag> dedup_flags();
std::span<const Flag> fingerprint_flags();
std::span<const Flag> lab_flags();
std::span<const Flag> measure_flags();
std::span<const Flag> merge_flags();
std::span<const Flag> query_flags();
std::span<const Flag> recluster_flags();
std::span<const Flag> registry_flags();
std::span<const Flag> serve_flags();
std::span<const Flag> sweep_flags();
std::span<const Flag> watch_flags();

std::span<const Subcommand> lab_subcommands();
std::span<const Subcommand> registry_subcommands();
std::span<const Subcommand> sweep_subcommands();

int run_check(Arguments& arguments);
int run_cluster(Arguments& arguments);
int run_compare(Arguments& arguments);
int run_dedup(Arguments& arguments);
void prepare_dedup(Arguments& arguments);
int run_fingerprint(Arguments& arguments);
int run_lab(Arguments& arguments);
int run_measure(Arguments& arguments);
int run_merge(Arguments& arguments);
int run_query(Arguments& arguments);
int run_recluster(Arguments& arguments);
int run_registry(Arguments& arguments);
int run_serve(Arguments& arguments);
int run_sweep(Arguments& arguments);
int run_watch(Arguments& arguments);
int run_methods(Arguments& arguments);
std::string pair_method_help();  // the values of --pairs
int run_version(Arguments& arguments);
int run_help(Arguments& arguments);
int run_completion(Arguments& arguments);

}  // namespace whorl::cli
