// The pages of a sweep that is being added, in a store of their own beside those of the others.
#pragma once

#include <optional>

#include "store/ingest.h"
#include "store/manifest.h"
#include "whorl/sweep.h"

namespace whorl::internal::sweep {

// By default a shingle of a sweep has ten words, as in Broder 1997.
store::Shingling shingling_of(const AddSweepOptions& options);

class SweepDraft {
 public:
  // Finds the inputs; writes nothing. They may be gone where a stopped run has read them.
  static Result<SweepDraft> open(base::FileSystem& file_system, const AddSweepOptions& options,
                                 const Progress& progress);

  // Goes on with what a stopped run of the same inputs left, or begins; drafts of other sweeps were
  // given up, and go. For one that holds the store's lock.
  Result<void> begin();
  // Reads what is not read yet.
  Result<void> read(Progress& progress);
  void remove() const;

  const base::FileSystem::Path& path() const { return path_; }
  // Names the list of inputs.
  const base::Hash128& inputs() const { return inputs_; }
  const store::IngestState& found() const { return manifest_.ingest; }
  store::StoreFiles files() const { return {file_system_, path_, manifest_.files}; }
  std::vector<Skipped> skipped() const;

 private:
  SweepDraft(base::FileSystem& file_system, const AddSweepOptions& options);
  std::optional<store::Manifest> stored() const;
  Result<void> save(const store::StoreFiles& files);

  base::FileSystem& file_system_;
  const AddSweepOptions& options_;
  CollectionInput input_;  // with what is not read of it
  base::FileSystem::Path path_;
  std::optional<store::Reading> reading_;  // none: the inputs are gone
  base::Hash128 inputs_;
  store::Manifest manifest_;
};

}  // namespace whorl::internal::sweep
