// check: whether a store is what its manifest says, every byte of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl {

// A file that is not as it should be.
struct StoreFinding {
  std::string file;    // as it is called on the disk, in the store's folder
  std::string what;    // "block 7 has another checksum"
  std::string remedy;  // what to do
};

struct StoreCheck {
  enum class Kind { cluster, sweeps };
  struct File {
    std::string name;  // on the disk
    std::uint64_t bytes = 0;
  };

  Kind kind = Kind::cluster;
  bool finished = true;                // else a run began it and was stopped, or is running
  std::uint64_t documents = 0;         // of sweeps: versions of pages
  std::vector<File> files;             // that the manifest names, those of an open run too
  std::vector<StoreFinding> findings;  // in order of the files
  // Runs that are in progress or were stopped: the same commands go on with them.
  std::vector<std::string> open_runs;
  // Files of the store that nothing names: they do no harm, and go with the next run.
  std::vector<std::string> left;

  bool sound() const { return findings.empty(); }
};

// Reads every block of every file that the store names, and checks its contents as far as readers
// count on them: documents, names and sketches that occur where they should, postings of documents
// that there are, pairs in order, clusters that agree. Writes nothing and takes no lock; of a store
// that is written meanwhile the state before or after is checked. Fails with not_found where there
// is no store, unsupported where it is of another format; damage is no error but findings. Time is
// that of reading the files twice; memory is 24 bytes a document, and what the manifest takes.
Result<StoreCheck> check_store(const std::string& store, Progress& progress);
// {"format":1,"kind":…} with the members of StoreCheck.
std::string to_json(const StoreCheck& check);

}  // namespace whorl
