// Rows that the tables of several commands share, and functions that build a table.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "cli/arguments.h"
#include "cli/flags.h"
#include "cli/parse.h"
#include "whorl/result.h"

namespace whorl::cli {

// Setters for all tables of flags. Each names its member by the path to it:
// set_text<&Arguments::cluster, &ClusterOptions::store>.
template <auto First, auto... Rest>
auto& member(auto& object) {
  if constexpr (sizeof...(Rest) == 0) {
    return object.*First;
  } else {
    return member<Rest...>(object.*First);
  }
}

template <auto... Way>
Result<void> switch_on(std::string_view, Arguments& arguments) {
  member<Way...>(arguments) = true;
  return {};
}

template <auto... Way>
Result<void> switch_off(std::string_view, Arguments& arguments) {
  member<Way...>(arguments) = false;
  return {};
}

template <auto... Way>
Result<void> set_text(std::string_view value, Arguments& arguments) {
  member<Way...>(arguments) = value;
  return {};
}

template <auto... Way>
Result<void> append_text(std::string_view value, Arguments& arguments) {
  member<Way...>(arguments).emplace_back(value);
  return {};
}

// Stores the parsed value in `field`, or returns the error.
template <class Value, class Field>
Result<void> store(const Result<Value>& value, Field& field) {
  if (!value) return tl::unexpected(value.error());
  field = static_cast<Field>(*value);
  return {};
}

template <class Value, class Field>
Result<void> store(const Result<Value>& value, std::optional<Field>& field) {
  return store(value, field.emplace());
}

template <std::uint64_t Least, std::uint64_t Most, auto... Way>
Result<void> set_count(std::string_view value, Arguments& arguments) {
  return store(parse_count(value, Least, Most), member<Way...>(arguments));
}

template <auto... Way>
Result<void> set_share(std::string_view value, Arguments& arguments) {
  return store(parse_share(value), member<Way...>(arguments));
}

template <auto... Way>
Result<void> set_bytes(std::string_view value, Arguments& arguments) {
  return store(parse_bytes(value), member<Way...>(arguments));
}

constexpr std::string_view kRunGroup = "The run itself";

constexpr Flag help_flag(std::string_view group = kRunGroup) {
  return {.name = "help",
          .letter = 'h',
          .group = group,
          .help = "Show the usual flags with examples.",
          .set = switch_on<&Arguments::help>};
}

constexpr Flag help_all_flag(std::string_view group = kRunGroup) {
  return {.name = "help-all",
          .group = group,
          .help = "Show every flag.",
          .set = switch_on<&Arguments::help_all>};
}

constexpr Flag quiet_flag(
    std::string_view help = "Print errors only, no progress and no summary.") {
  return {.name = "quiet",
          .letter = 'q',
          .common = true,
          .group = kRunGroup,
          .help = help,
          .set = switch_on<&Arguments::quiet>};
}

constexpr Flag json_flag(std::string_view group, std::string_view help) {
  return {.name = "json",
          .common = true,
          .group = group,
          .help = help,
          .set = switch_on<&Arguments::json>};
}

template <auto... Way>
constexpr Flag force_flag(std::string_view group) {
  return {.name = "force",
          .group = group,
          .help = "Also replace files that whorl did not write, but never an input.",
          .set = switch_on<Way...>};
}

template <auto... Way>
constexpr Flag threads_flag(std::string_view help) {
  return {.name = "threads",
          .kind = ArgumentKind::number,
          .argument = "N",
          .common = true,
          .group = kRunGroup,
          .help = help,
          .fallback = "one for each core",
          .example = "--threads 4",
          .set = set_count<1, 1024, Way...>};
}

// Memory limit of a run for its documents. Commands that spill have another row.
template <auto... Way>
constexpr Flag memory_flag(std::string_view help) {
  return {.name = "memory",
          .kind = ArgumentKind::text,
          .argument = "SIZE",
          .common = true,
          .group = kRunGroup,
          .help = help,
          .fallback = "2G",
          .example = "--memory 4G",
          .set = set_bytes<Way...>};
}

// A glob that may be given several times.
template <auto... Way>
constexpr Flag glob_flag(std::string_view name, std::string_view group, std::string_view help,
                         std::string_view fallback, std::string_view example) {
  return {.name = name,
          .kind = ArgumentKind::text,
          .argument = "GLOB",
          .repeats = true,
          .group = group,
          .help = help,
          .fallback = fallback,
          .example = example,
          .set = append_text<Way...>};
}

template <auto... Way>
constexpr Flag include_flag(std::string_view group, std::string_view help,
                            std::string_view example) {
  return glob_flag<Way...>("include", group, help, "all files", example);
}

template <auto... Way>
constexpr Flag exclude_flag(std::string_view group, std::string_view help,
                            std::string_view example) {
  return glob_flag<Way...>("exclude", group, help, "", example);
}

template <auto... Way>
constexpr Flag no_convert_flag(std::string_view group) {
  return {.name = "no-convert",
          .group = group,
          .help =
              "Start no other programs. PDF and PostScript files, which need pdftotext and gs, are "
              "listed as skipped.",
          .set = switch_off<Way...>};
}

// The same flag, shown by --help.
constexpr Flag usual(Flag flag) {
  flag.common = true;
  return flag;
}

// The same flags, hidden from --help.
template <std::size_t N>
constexpr auto expert(std::array<Flag, N> table) {
  for (Flag& flag : table) flag.common = false;
  return table;
}

// The same flag, only for these subcommands.
constexpr Flag only_for(std::string_view subcommands, Flag flag) {
  flag.only = subcommands;
  return flag;
}

// The same flags, only for these subcommands.
template <std::size_t N>
constexpr auto only_for(std::string_view subcommands, std::array<Flag, N> table) {
  for (Flag& flag : table) flag.only = subcommands;
  return table;
}

// Joins several tables, in order.
template <std::size_t... N>
constexpr auto joined(const std::array<Flag, N>&... tables) {
  std::array<Flag, (N + ...)> all{};
  std::size_t at = 0;
  const auto append = [&](const auto& table) {
    for (const Flag& flag : table) all[at++] = flag;
  };
  (append(tables), ...);
  return all;
}

}  // namespace whorl::cli
