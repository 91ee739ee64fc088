// upgrade: stores of earlier formats made stores of the present one, since the texts that they were
// made of may be gone.
#pragma once

#include <cstdint>
#include <string>

#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl {

struct StoreUpgrade {
  bool done_before = false;  // the store is of the present format already
  int from = 0;              // format; that of now where nothing was to be done
  int to = 0;
  std::uint64_t files = 0;  // written
  std::uint64_t bytes = 0;  // of their contents
};

// Writes the files of a finished store of cluster (format 3) or of sweeps (format 1) anew beside
// the old ones, checks them as check_store() does, names them in the manifest in one step, and
// removes the old ones. Killed at any moment, the same call begins again or goes on; until the
// manifest is replaced the old store is as it was. Fails with not_found where there is no store,
// unsupported where it is of a format that is not known, invalid_argument where it is not finished,
// corrupt where a file of it is damaged: then nothing of it is changed. Needs room for the store
// twice, and memory as check_store() does.
Result<StoreUpgrade> upgrade_store(const std::string& store, Progress& progress);
// {"format":1,"done_before":…} with the members of StoreUpgrade.
std::string to_json(const StoreUpgrade& upgrade);

}  // namespace whorl
