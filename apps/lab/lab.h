// lab: repeats the experiments of the papers on any data (docs/lab.md).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "whorl/progress.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl {

// Empty, a count, a number or words.
using LabCell = std::variant<std::monostate, std::uint64_t, double, std::string>;

struct LabTable {
  std::string name;
  std::vector<std::string> columns;
  std::vector<std::vector<LabCell>> rows;  // as long as `columns`
};

struct LabSeries {
  std::string name;
  std::vector<std::pair<double, double>> points;  // ascending in x
};

struct LabAxis {
  std::string label;
  bool logarithmic = false;
};

struct LabPlot {
  std::string title;
  LabAxis x;
  LabAxis y;
  std::vector<LabSeries> series;
};

// The result of every experiment.
struct LabReport {
  std::string experiment;
  std::vector<std::pair<std::string, std::string>> settings;  // of the run
  std::vector<LabTable> tables;
  std::vector<std::string> notes;  // sentences that explain the tables
  std::optional<LabPlot> plot;
  std::vector<Skipped> skipped;
};

struct LabOptions {
  std::vector<std::string> paths = {};    // files, folders, archives, JSON lines
  std::vector<std::string> base = {};     // for threshold: texts whose k-grams are left out
  std::uint64_t random = 0;               // letters, instead of paths; 0: none
  std::string front_end = {};             // empty: that of the experiment
  std::optional<std::uint32_t> k = {};    // empty: that of the experiment
  std::uint32_t window = 100;             // w
  std::uint64_t modulus = 50;             // p of `0 mod p`, i of `every i-th`
  std::uint32_t trials = 200;             // of each length, from 1
  std::uint32_t draws = 10;               // of hash functions, at least 1
  std::uint64_t seed = 1;                 // of all random choices
  std::vector<std::string> methods = {};  // of whorl/similarity_methods.h; empty: all
  std::string tree = {};                  // a file of neighbours to extend; empty: none is kept
};

// A row of the table of experiments. All views have static storage.
struct LabExperiment {
  std::string_view name;
  std::string_view shows;   // a sentence
  std::string_view inputs;  // the operands after its name
  std::string_view source;  // paper and section
  // Errors: invalid_argument if an option is out of range, or the inputs are not those of the
  // experiment; not_found if a path does not exist; cancelled.
  Result<LabReport> (*run)(const LabOptions& options, Progress& progress);
};

std::span<const LabExperiment> lab_experiments();
const LabExperiment* find_lab_experiment(std::string_view name);

// As one JSON object: each row of a table is an object by its columns.
std::string to_json(const LabReport& report);

std::string to_svg(const LabPlot& plot);
// Writes the plot of a report. Errors: invalid_argument if it has none, or if `path` is a file that
// is no plot of the lab and `overwrite` is not set.
Result<void> save_svg(const LabReport& report, const std::string& path, bool overwrite = false);

}  // namespace whorl
