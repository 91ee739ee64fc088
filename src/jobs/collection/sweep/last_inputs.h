// `inputs.json`: what the last sweep was read of. Beside the manifest, which says nothing of files
// and their times: the same pages give the same manifest.
#pragma once

#include <optional>
#include <string>

#include "base/file_system.h"
#include "base/hash128.h"

namespace whorl::internal::sweep {

struct LastInputs {
  std::string date;        // of the sweep
  base::Hash128 inputs;    // the name of the list of inputs
  base::Hash128 streamed;  // the name of the records of streams in it
};

// To be saved before the manifest names the sweep.
Result<void> save(base::FileSystem& file_system, const base::FileSystem::Path& store,
                  const LastInputs& last);
// None where nothing is known.
std::optional<LastInputs> load_last_inputs(base::FileSystem& file_system,
                                           const base::FileSystem::Path& store);

}  // namespace whorl::internal::sweep
