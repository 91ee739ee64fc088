// whorl lab.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>

#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/outcome.h"
#include "cli/run_progress.h"
#include "cli/streams.h"
#include "cli/summary.h"
#include "cli/text.h"
#include "whorl/lab.h"

namespace whorl::cli {
namespace {

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

// Columns of words begin at the left, of figures end at the right.
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

std::string names() {
  std::string out;
  for (const LabExperiment& row : lab_experiments()) {
    out += (out.empty() ? "" : ", ") + std::string(row.name);
  }
  return out;
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
  if (experiment == nullptr) {
    return failed({ErrorCode::invalid_argument,
                   operands.empty() ? "name an experiment: " + names()
                                    : fmt::format("there is no experiment '{}'; there are {}",
                                                  printable(operands.front()), names())});
  }
  arguments.lab.paths.assign(operands.begin() + 1, operands.end());
  return run(*experiment, arguments);
}

}  // namespace whorl::cli
