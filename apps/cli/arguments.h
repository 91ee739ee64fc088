// Arguments: the parsed command line of any command.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/lab.h"
#include "serve/serve.h"
#include "whorl/cluster.h"
#include "whorl/compare.h"
#include "whorl/dedup.h"
#include "whorl/fingerprint_job.h"
#include "whorl/registry.h"
#include "whorl/repeats.h"
#include "whorl/similarity_methods.h"
#include "whorl/store.h"
#include "whorl/writers.h"

namespace whorl::cli {

// Arguments of whorl query besides a file.
struct QueryArguments {
  std::string url;
  std::string cluster;            // a number
  std::string group;              // a file of names; "-": standard input
  std::string passages_of;        // a file; "-": standard input
  StoredPassageOptions passages;  // `convert` is a flag of its own, below
  BatchOptions batch;             // `match` is the member below
  MatchOptions match;
};

// Arguments of whorl registry besides its folder and paths.
struct RegistryArguments {
  std::string scheme;  // empty: that of the command
  std::string recipe;  // empty: that of the scheme
  RegistryInput input;
  DocumentCodes codes;
  RegistrySearchOptions search;
  std::vector<std::string> base;
  std::string key;
  std::string folder;        // watch: of the registry
  std::uint64_t exact = 20;  // pairs
  bool overwrite = false;    // export
  std::string fetch;         // refresh: the command
  std::string new_key;
  bool suspicious = false;  // refresh
};

// Arguments of whorl dedup for repeated passages; its inputs and outputs are in `dedup`.
struct PassageArguments {
  bool asked = false;
  RepeatOptions options;
};

// A flag and its values: one for each use, an empty one for a switch.
struct GivenFlag {
  std::string_view name;
  std::vector<std::string> values;
};

struct Arguments {
  std::vector<std::string> operands;  // words that do not belong to a flag
  std::vector<GivenFlag> given;
  bool help = false;
  bool help_all = false;

  FingerprintOptions fingerprint;
  bool jsonl = false;  // fingerprint: a line a document
  bool stats = false;  // fingerprint: print the statistics even with --quiet

  CompareOptions compare;
  // Also the thresholds of recluster, and the reading options of sweep and dedup.
  ClusterOptions cluster;
  std::string sweep_date;
  std::string svg;     // file for the plot of a drift, or of an experiment
  bool force = false;  // drift, lab: also replace a file that is no such plot
  DedupOptions dedup;
  PassageArguments passages;
  bool into = false;  // cluster: add to the store
  QueryArguments query;
  RegistryArguments registry;
  MeasuringOptions measuring;
  LabOptions lab;
  bool all_methods = false;  // measure
  serve::ServeOptions serve;
  ReportFiles report;
  std::string timings;  // file for the timings of the phases
  bool anonymize = false;
  bool quiet = false;
  bool progress_json = false;

  bool json = false;     // methods, fingerprint: as JSON
  bool verbose = false;  // version: with details of the build
  bool man = false;      // help: as a man page
};

}  // namespace whorl::cli
