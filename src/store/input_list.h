// Records the inputs of a store when it is begun, so that a later run can detect changes.
#pragma once

#include <filesystem>
#include <string>

#include "base/hash128.h"
#include "input/collection.h"
#include "store/store_files.h"
#include "whorl/cluster.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::store {

// Standard input, for runs that read it more than once.

// The name of the copy of standard input in a folder.
inline constexpr const char* kStandardInput = "standard-input";

// Copies standard input, unchanged, to a file in `folder`. Returns the path of the copy.
Result<std::string> copy_standard_input(const std::filesystem::path& folder,
                                        const Progress& progress);

// The inputs of a run, and the fields that are read.
struct InputList {
  const input::Collection& collection;
  const CollectionInput& asked;
};

// The hash of the list: different lists have different hashes. Asks the file system about each
// file; the contents of streams are not included. O(files) time, memory of one.
Result<base::Hash128> name_of(const InputList& inputs);

// The hash of a list of files without its options: `one` is the last file, and `before` is the hash
// of the list without it. An empty list has the hash {}.
base::Hash128 name_after(const input::InputIdentity& one, const base::Hash128& before);

// Stores the list. Returns its hash.
Result<base::Hash128> write_inputs(StoreFiles& files, const InputList& inputs);

// Fails if the hash of `inputs` is not `kept`; the error says what changed, and what to do. Older
// stores have no list; then this never fails.
Result<void> check_inputs(const StoreFiles& files, const base::Hash128& kept,
                          const InputList& inputs);

// Fails if the hash of the stored list is not `kept`.
Result<void> check_kept_inputs(const StoreFiles& files, const base::Hash128& kept);

}  // namespace whorl::internal::store
