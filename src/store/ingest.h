// Phase 1: read a collection, canonicalise, shingle and sketch every document.
#pragma once

#include "store/shingler.h"
#include "whorl/cluster.h"
#include "whorl/progress.h"

namespace whorl::internal::store {

// What is read of a collection, and how.
read::CollectionOptions collection_options(const CollectionInput& input,
                                           const std::string& rank_field);

// A collection about to be read, and what becomes of its documents.
struct Reading {
  std::unique_ptr<read::Collection> documents;
  Shingler make;
  sketch::SketchMethod method;

  // Fails where an input is not there, or the front end or sketch is none: to be asked before
  // anything is written.
  static Result<Reading> open(const CollectionInput& input, const ShingleMethod& shingling,
                              const std::string& rank_field);
};

// How far the files of a store are good. A run that was stopped cuts them to this.
struct IngestState {
  std::uint64_t records = 0;  // taken from the inputs at hand, skipped ones included
  std::uint64_t documents = 0;
  std::uint64_t name_bytes = 0;
  std::uint64_t sketch_hashes = 0;
  std::uint64_t shingle_hashes = 0;
  std::uint64_t bytes = 0;
  std::vector<Skipped> skipped;    // while processing; the collection keeps its own list
  std::uint64_t more_skipped = 0;  // beyond SkipLog::kListed, counted only
  std::uint64_t revisits = 0;      // of inputs that were read to the end
};

// Told every so often how far the files are safely on the disk.
using Checkpoint = std::function<Result<void>(const IngestState&)>;

// Appends to the store's files from `state` on. Records are read by one thread ahead of the
// others, processed in parallel, and written in order. `keep_sets`: whole sets of shingles are
// kept beside sketches, to count pairs on.
Result<IngestState> ingest(base::FileSystem& file_system, const base::FileSystem::Path& store,
                           const Reading& reading, unsigned threads, IngestState state,
                           const Checkpoint& checkpoint, Progress& progress, bool keep_sets = true);

}  // namespace whorl::internal::store
