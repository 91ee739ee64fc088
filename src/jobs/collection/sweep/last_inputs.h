// `inputs.json`: the inputs of the last sweep. It is separate from the manifest, which does not
// contain files and their times, so that the same pages give the same manifest.
#pragma once

#include <optional>
#include <string>

#include "base/file_system.h"
#include "base/hash128.h"

namespace whorl::internal::sweep {

struct LastInputs {
  std::string date;        // of the sweep
  base::Hash128 inputs;    // the hash of the list of inputs
  base::Hash128 streamed;  // the hash of the records of streams in it
};

// Call it before the manifest names the sweep.
Result<void> save(base::FileSystem& file_system, const base::FileSystem::Path& store,
                  const LastInputs& last);
// Nothing if it is unknown.
std::optional<LastInputs> load_last_inputs(base::FileSystem& file_system,
                                           const base::FileSystem::Path& store);

}  // namespace whorl::internal::sweep
