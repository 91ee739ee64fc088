// whorl lab.

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>

#include "cli/flag_rows.h"
#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/outcome.h"
#include "cli/parse.h"
#include "cli/run_progress.h"
#include "cli/streams.h"
#include "cli/summary.h"
#include "cli/text.h"
#include "lab/lab.h"

namespace whorl::cli {
namespace {

constexpr std::string_view kData = "On what";
constexpr std::string_view kLabMethods = "By which methods";
constexpr std::string_view kLabOutput = "What comes out";
constexpr auto kLabOptions = &Arguments::lab;

constexpr std::uint64_t kMost32 = 0xffffffff;

constexpr Flag kLabFlags[] = {
    {.name = "random",
     .kind = ArgumentKind::number,
     .argument = "BYTES",
     .common = true,
     .only = "density frequency hashing",
     .group = kData,
     .help = "Use this many random letters instead of texts. For density, frequency and hashing.",
     .example = "--random 8M",
     .set = set_bytes<kLabOptions, &LabOptions::random>},
    {.name = "base",
     .letter = 'b',
     .kind = ArgumentKind::path,
     .argument = "PATH",
     .repeats = true,
     .common = true,
     .only = "threshold",
     .group = kData,
     .help = "Texts that were handed out to all. K-grams in them are left out. For threshold.",
     .example = "--base given/",
     .set = append_text<kLabOptions, &LabOptions::base>},
    {.name = "trials",
     .kind = ArgumentKind::number,
     .argument = "N",
     .common = true,
     .only = "guarantee threshold sketch-error koala",
     .group = kData,
     .help = "How many random trials are made. guarantee: planted matches of each length. "
             "sketch-error without paths: made pairs. threshold: a tenth of the sampled pairs. "
             "koala: texts that are cut into parts, and a 5,000th of the sampled documents.",
     .fallback = "200",
     .example = "--trials 1000",
     .set = set_count<1, 1'000'000, kLabOptions, &LabOptions::trials>},
    {.name = "draws",
     .kind = ArgumentKind::number,
     .argument = "N",
     .common = true,
     .only = "sketch-error overlap",
     .group = kData,
     .help = "sketch-error: number of hash functions.",
     .fallback = "10",
     .example = "--draws 3",
     .set = set_count<1, 1'000'000, kLabOptions, &LabOptions::draws>},
    {.name = "seed",
     .kind = ArgumentKind::number,
     .argument = "N",
     .group = kData,
     .help = "Seed of all random samples. The same seed gives the same results.",
     .fallback = "1",
     .example = "--seed 7",
     .set = set_count<0, kMost32, kLabOptions, &LabOptions::seed>},
    {.name = "tree",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .common = true,
     .only = "neighbours",
     .group = kData,
     .help = "neighbours: store the k-d tree of styles in this file. Neighbours are then found "
             "among the texts of earlier runs too.",
     .example = "--tree styles.kd",
     .set = set_text<kLabOptions, &LabOptions::tree>},

    {.name = "front-end",
     .kind = ArgumentKind::text,
     .argument = "NAME",
     .common = true,
     .group = kLabMethods,
     .help = "What a symbol is. `whorl methods` lists the names.",
     .fallback = "text; of sketches and labelled pairs each method's own",
     .example = "--front-end html",
     .set = set_text<kLabOptions, &LabOptions::front_end>},
    {.name = "noise",
     .letter = 'k',
     .kind = ArgumentKind::number,
     .argument = "K",
     .common = true,
     .group = kLabMethods,
     .help = "Symbols in a k-gram.",
     .fallback = "50, of sketches 10",
     .example = "--noise 20",
     .set = set_count<1, 1 << 20, kLabOptions, &LabOptions::k>},
    {.name = "window",
     .letter = 'w',
     .kind = ArgumentKind::number,
     .argument = "W",
     .common = true,
     .group = kLabMethods,
     .help = "K-grams in a window. A selector with a guarantee finds every match of W + K - 1 "
             "symbols.",
     .fallback = "100",
     .example = "--window 40",
     .set = set_count<1, 1 << 20, kLabOptions, &LabOptions::window>},
    {.name = "modulus",
     .letter = 'p',
     .kind = ArgumentKind::number,
     .argument = "P",
     .group = kLabMethods,
     .help = "p of 0 mod p, and i of every i-th.",
     .fallback = "50",
     .example = "--modulus 20",
     .set = set_count<1, kMost32, kLabOptions, &LabOptions::modulus>},
    {.name = "method",
     .letter = 'm',
     .kind = ArgumentKind::text,
     .argument = "METHOD",
     .repeats = true,
     .common = true,
     .only = "quality",
     .group = kLabMethods,
     .help = "quality: a method of `whorl measure`, or compare.",
     .fallback = "all",
     .example = "--method koala",
     .set = append_text<kLabOptions, &LabOptions::methods>},

    json_flag(kLabOutput, "Print the tables as JSON."),
    {.name = "svg",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .common = true,
     .group = kLabOutput,
     .help = "Also draw the plot, if the experiment has one.",
     .example = "--svg plot.svg",
     .set = set_text<&Arguments::svg>},
    force_flag<&Arguments::force>(kLabOutput),
    quiet_flag("Print the tables and errors only, no progress."),
    help_flag(),
    help_all_flag(),
};

constexpr std::size_t kLabPathWidth = 200;
constexpr std::size_t kTableWidth = 100;

std::string cell_text(const LabCell& cell) {
  if (const auto* count = std::get_if<std::uint64_t>(&cell)) return std::to_string(*count);
  if (const auto* figure = std::get_if<double>(&cell)) return fmt::format("{:.5g}", *figure);
  if (const auto* words = std::get_if<std::string>(&cell)) return printable(*words);
  return "–";
}

using Rows = std::vector<std::vector<std::string>>;

Rows texts_of(const LabTable& table) {
  Rows rows = {table.columns};
  for (const auto& cells : table.rows) {
    std::vector<std::string>& row = rows.emplace_back();
    for (const LabCell& cell : cells) row.push_back(cell_text(cell));
  }
  return rows;
}

// Columns of words are left-aligned, columns of numbers right-aligned.
std::vector<bool> columns_of_words(const LabTable& table) {
  std::vector<bool> words(table.columns.size());
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (std::holds_alternative<std::string>(row[i])) words[i] = true;
    }
  }
  return words;
}

std::string padded(const std::string& text, std::size_t width, bool left) {
  const std::string blanks(width - display_width(text), ' ');
  return left ? text + blanks : blanks + text;
}

std::string table_text(const LabTable& table) {
  const Rows rows = texts_of(table);
  const std::vector<bool> words = columns_of_words(table);
  std::vector<std::size_t> widths(table.columns.size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  }
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += (i == 0 ? "" : "  ") + padded(row[i], widths[i], words[i]);
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return out;
}

void show(const LabReport& report) {
  std::string settings;
  for (const auto& [name, value] : report.settings) {
    settings += fmt::format("{}{} {}", settings.empty() ? "" : ", ", name, value);
  }
  fmt::print("{}: {}\n", report.experiment, printable(settings));
  const bool named = report.tables.size() > 2;
  for (const LabTable& table : report.tables) {
    fmt::print("\n{}{}", named ? table.name + "\n" : "", table_text(table));
  }
  for (const std::string& note : report.notes) fmt::print("\n{}", wrapped(note, 0, kTableWidth));
  for (const Skipped& one : report.skipped) tell("{}\n", skipped_line(one, kLabPathWidth));
}

int run(const LabExperiment& experiment, Arguments& arguments) {
  catch_interrupts();
  RunProgress progress(!arguments.quiet && isatty(STDERR_FILENO) != 0);
  const auto report = experiment.run(arguments.lab, progress);
  progress.finish();
  if (!report) return failed(report.error());
  if (!arguments.svg.empty()) {
    const auto saved = save_svg(*report, arguments.svg, arguments.force);
    if (!saved) return failed(saved.error());
  }
  if (arguments.json) {
    fmt::print("{}", to_json(*report));
  } else {
    show(*report);
  }
  return skipped_any(report->skipped) ? kInputsSkipped : kDone;
}

}  // namespace

int run_lab(Arguments& arguments) {
  auto& operands = arguments.operands;
  const LabExperiment* const experiment =
      operands.empty() ? nullptr : find_lab_experiment(operands.front());
  if (experiment == nullptr && !operands.empty()) {
    return failed(unknown_subcommand(*find_command("lab"), operands.front()));
  }
  if (experiment == nullptr) {
    return failed({ErrorCode::invalid_argument,
                   "name an experiment, e.g. whorl lab density --random 8M; whorl lab --help lists "
                   "all"});
  }
  arguments.lab.paths.assign(operands.begin() + 1, operands.end());
  return run(*experiment, arguments);
}

std::span<const Flag> lab_flags() { return kLabFlags; }

std::span<const Subcommand> lab_subcommands() {
  static const auto all = [] {
    std::vector<Subcommand> rows;
    for (const LabExperiment& row : lab_experiments()) {
      rows.push_back({row.name, row.inputs, row.shows});
    }
    return rows;
  }();
  return all;
}

}  // namespace whorl::cli
