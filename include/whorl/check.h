// Checks every byte of a store against its manifest.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl {

// A problem with a file of a store.
struct StoreFinding {
  std::string file;    // its path in the store's folder
  std::string what;    // the problem: "block 7 has a wrong checksum"
  std::string remedy;  // what the user can do about it
};

struct StoreCheck {
  enum class Kind { cluster, sweeps };
  struct File {
    std::string name;  // on the disk
    std::uint64_t bytes = 0;
  };

  Kind kind = Kind::cluster;
  bool finished = true;                // false: its first run was stopped or is running
  std::uint64_t documents = 0;         // for sweeps: versions of pages
  std::vector<File> files;             // all that a manifest names, including open runs
  std::vector<StoreFinding> findings;  // in the order of the files
  // Runs that are in progress or were stopped. The same command continues a stopped run.
  std::vector<std::string> open_runs;
  // Files that no manifest names. They do no harm; the next run removes them.
  std::vector<std::string> left;

  bool sound() const { return findings.empty(); }
};

// Returns the result of a complete check of the store in this folder. Reads every block of every
// file that the manifest names. Checks all properties of the contents that readers depend on:
// documents, names and sketches are at their recorded positions; postings refer to existing
// documents; pairs are in order; clusters are consistent. Writes nothing and takes no lock. If
// another process writes the store meanwhile, the state before or after is checked.
//
// Fails with not_found if the folder contains no store, and with unsupported if the store has
// another format. Damage is reported as findings, not as an error. Takes as long as reading the
// files twice. Memory: 24 bytes for each document, plus the manifest.
Result<StoreCheck> check_store(const std::string& store, Progress& progress);
// Returns a JSON object, {"format":1,"kind":…}, with the members of StoreCheck.
std::string to_json(const StoreCheck& check);

}  // namespace whorl
