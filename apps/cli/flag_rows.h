// Rows that the tables of several commands share, and how a table is put together.
#pragma once

#include <array>

#include "cli/flags.h"
#include "cli/setters.h"

namespace whorl::cli {

constexpr std::string_view kRunGroup = "The run itself";

constexpr Flag help_flag(std::string_view group = kRunGroup) {
  return {.name = "help",
          .letter = 'h',
          .group = group,
          .help = "Show this help.",
          .set = switch_on<&Arguments::help>};
}

constexpr Flag quiet_flag(std::string_view help = "No progress and no summary; only errors.") {
  return {.name = "quiet",
          .letter = 'q',
          .group = kRunGroup,
          .help = help,
          .set = switch_on<&Arguments::quiet>};
}

constexpr Flag json_flag(std::string_view group, std::string_view help) {
  return {.name = "json", .group = group, .help = help, .set = switch_on<&Arguments::json>};
}

template <auto... Way>
constexpr Flag force_flag(std::string_view group) {
  return {.name = "force",
          .group = group,
          .help =
              "Also replace files that are no outputs of an earlier run; never one that is "
              "read.",
          .set = switch_on<Way...>};
}

template <auto... Way>
constexpr Flag threads_flag(std::string_view help) {
  return {.name = "threads",
          .kind = ArgumentKind::number,
          .argument = "N",
          .group = kRunGroup,
          .help = help,
          .fallback = "one a core",
          .example = "--threads 4",
          .set = set_count<1, 1024, Way...>};
}

// What a run may hold of documents. Commands that spill have a row of their own.
template <auto... Way>
constexpr Flag memory_flag(std::string_view help) {
  return {.name = "memory",
          .kind = ArgumentKind::text,
          .argument = "SIZE",
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
              "Start no other program: PDF and PostScript, which pdftotext and gs would turn "
              "into text, are listed as skipped.",
          .set = switch_off<Way...>};
}

// One table of several, in order.
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
