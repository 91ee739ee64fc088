// A report of the laboratory as text tables and as JSON.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "lab/experiments.h"
#include "lab/lab.h"

namespace whorl {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const LabCell& cell) {
  return std::visit(
      [](const auto& value) -> Json {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>) {
          return nullptr;
        } else {
          return value;
        }
      },
      cell);
}

Json json_of(const LabTable& table) {
  Json rows = Json::array();
  for (const auto& cells : table.rows) {
    Json row = Json::object();
    for (std::size_t i = 0; i < cells.size(); ++i) row[table.columns[i]] = json_of(cells[i]);
    rows.push_back(std::move(row));
  }
  return rows;
}

using namespace internal;

constexpr LabExperiment kExperiments[] = {
    {.name = "density",
     .shows = "Measures how many k-grams each selector keeps.",
     .inputs = "PATH... or --random BYTES",
     .source = "Schleimer 2003 §5.1, Fig. 3",
     .run = lab::density},
    {.name = "guarantee",
     .shows = "Measures which share of planted matches each selector finds.",
     .inputs = "",
     .source = "Schleimer 2003 §2.1, §3 and §3.1.1",
     .run = lab::guarantee},
    {.name = "frequency",
     .shows = "Counts how often k-grams occur, and lists the commonest ones.",
     .inputs = "PATH... or --random BYTES",
     .source = "Schleimer 2003 §5.1, Fig. 4",
     .run = lab::frequency},
    {.name = "threshold",
     .shows = "Measures what pairs of texts share at each k.",
     .inputs = "PATH...",
     .source = "Schleimer 2003 §5.2",
     .run = lab::threshold},
    {.name = "renaming",
     .shows = "Measures how much of a program is found after names were changed.",
     .inputs = "PATH... or PAIRS.tsv",
     .source = "Schleimer 2003 §5.2; Baker 1995",
     .run = lab::renaming},
    {.name = "hashing",
     .shows = "Measures what a rolling hash saves.",
     .inputs = "[--random BYTES]",
     .source = "Schleimer 2003 §2.2 and §5.1",
     .run = lab::hashing},
    {.name = "sketch-error",
     .shows = "Measures the errors of sketches of each size.",
     .inputs = "[PAIRS.tsv | PATH...]",
     .source = "Broder 1997, \"Estimating the resemblance and the containment\"",
     .run = lab::sketch_error},
    {.name = "overlap",
     .shows = "Judges the same pairs by overlap, signatures, chunks and compression.",
     .inputs = "PAIRS.tsv or PATH...",
     .source = "Finkel 2002 §3 and §4, Tables 1, 2 and 4",
     .run = lab::overlap},
    {.name = "neighbours",
     .shows = "Finds the nearest text by runs of four words, and by style.",
     .inputs = "PATH...",
     .source = "Finkel 2002 §4.2, Table 3",
     .run = lab::neighbours},
    {.name = "koala",
     .shows = "Measures what a hundred stored substrings keep of a text.",
     .inputs = "PATH...",
     .source = "Heintze 1996",
     .run = lab::koala},
    {.name = "quality",
     .shows = "Measures how well each method ranks labelled pairs.",
     .inputs = "PAIRS.tsv",
     .source = "docs/quality.md",
     .run = lab::quality},
};

}  // namespace

std::span<const LabExperiment> lab_experiments() { return kExperiments; }

const LabExperiment* find_lab_experiment(std::string_view name) {
  const auto row = std::ranges::find(lab_experiments(), name, &LabExperiment::name);
  return row == lab_experiments().end() ? nullptr : &*row;
}

std::string to_json(const LabReport& report) {
  Json settings = Json::object(), tables = Json::object(), skipped = Json::array();
  for (const auto& [name, value] : report.settings) settings[name] = value;
  for (const LabTable& table : report.tables) tables[table.name] = json_of(table);
  for (const Skipped& one : report.skipped) {
    skipped.push_back({{"path", one.path}, {"reason", one.reason}});
  }
  const Json all = {{"experiment", report.experiment},
                    {"settings", std::move(settings)},
                    {"tables", std::move(tables)},
                    {"notes", report.notes},
                    {"skipped", std::move(skipped)}};
  return internal::base::json_text(all, 1) + "\n";
}

}  // namespace whorl
