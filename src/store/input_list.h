// What the inputs of a store were like when it was begun, so that a later run can tell whether
// they changed.
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

// Standard input, for those who read it more than once.

// The file that a copy of standard input has in a folder.
inline constexpr const char* kStandardInput = "standard-input";

// Copies standard input, unchanged, to a file in `folder`. Returns the path of the copy.
Result<std::string> copy_standard_input(const std::filesystem::path& folder,
                                        const Progress& progress);

// The inputs of a run: what is read, and which fields of it.
struct InputList {
  const input::Collection& collection;
  const CollectionInput& asked;
};

// Names the list: another name is another list. Asks the file system for each file; the contents
// of streams are no part of it. O(files) time, memory of one.
Result<base::Hash128> name_of(const InputList& inputs);

// The name of a list of files without its options: `one` is the last file, and `before` is the name
// of the list without it. An empty list has the name {}.
base::Hash128 name_after(const input::InputIdentity& one, const base::Hash128& before);

// Keeps the list in the store. Returns its name.
Result<base::Hash128> write_inputs(StoreFiles& files, const InputList& inputs);

// An error that says what changed, and what to do, where `inputs` are not those of the name `kept`.
// Of stores that were made before lists were kept nothing is known, and nothing is an error.
Result<void> check_inputs(const StoreFiles& files, const base::Hash128& kept,
                          const InputList& inputs);

// Fails where the list in the store is not the one of the name `kept`.
Result<void> check_kept_inputs(const StoreFiles& files, const base::Hash128& kept);

}  // namespace whorl::internal::store
