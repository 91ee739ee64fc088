// Phase 1: reads a collection; normalizes, shingles and sketches every document.
#pragma once

#include "store/batch.h"
#include "store/held_lists.h"
#include "store/store_files.h"
#include "whorl/cluster.h"
#include "whorl/progress.h"

namespace whorl::internal::store {

inline const std::uint64_t kMemory = RunLimits{}.memory;  // the default

// The part of `memory` for sketches, next to documents: those have at most three quarters, and
// their waiting results an eighth.
constexpr std::uint64_t sketches_beside(std::uint64_t memory) { return memory / 8; }

// The collection of the files or of the records that `input` names; with the JSON lines if they are
// kept. Records that a run of this memory cannot process are listed. Fails if both are named, if an
// input does not exist, or if `progress` is cancelled while a list of paths is read.
Result<std::unique_ptr<input::Collection>> open_collection(const CollectionInput& input,
                                                           const std::string& rank_field,
                                                           bool keep_lines = false,
                                                           std::uint64_t memory = kMemory,
                                                           const Progress* progress = nullptr);

// The same for queries, each of which has an answer: returns unreadable records too.
Result<std::unique_ptr<input::Collection>> open_questions(const CollectionInput& input,
                                                          std::uint64_t memory,
                                                          const Progress* progress);

// The rows of the Parquet files that `input` names, without their texts: RecordShape::row.
Result<std::unique_ptr<input::Collection>> open_rows(const CollectionInput& input,
                                                     std::uint64_t memory,
                                                     const Progress* progress);

// The names of the inputs in a store: as the user named them, or the name of the source.
std::vector<std::string> input_names(const CollectionInput& input);

// Reads the streams of `input`, standard input or a source of records, to their end. Fails if the
// hash of the records is not `streamed`. `rank_field` must be as it was when they were read; empty
// if none.
Result<void> check_streams(const CollectionInput& input, const std::string& rank_field,
                           std::uint64_t memory, const base::Hash128& streamed,
                           const Progress& progress);

// The bytes of the inputs, before decompression; 0 if a stream among them does not know its size.
Result<std::uint64_t> input_bytes(const input::Collection& collection);

// A collection that is about to be read, and how its documents are processed.
struct Reading {
  std::unique_ptr<input::Collection> documents;
  Shingling shingling;

  // Fails if an input does not exist. Call it before anything is written.
  static Result<Reading> open(const CollectionInput& input, const Shingling& shingling,
                              const std::string& rank_field, std::uint64_t memory = kMemory,
                              const Progress* progress = nullptr);
};

// How much of a store's files is valid. The next run cuts the files of an interrupted run to this.
struct IngestState {
  std::uint64_t records = 0;  // taken from the current inputs, including skipped ones
  std::uint64_t documents = 0;
  std::uint64_t name_bytes = 0;
  std::uint64_t sketch_hashes = 0;
  std::uint64_t shingle_hashes = 0;
  std::uint64_t bytes = 0;
  std::vector<Skipped> skipped;    // while processing; the collection keeps its own list
  std::uint64_t more_skipped = 0;  // beyond SkipLog::kListed, only counted
  std::uint64_t revisits = 0;      // of inputs that were read to the end
  base::Hash128 streamed;          // hash of the records taken from streams, in order
  // The size limit of a record, which follows from the run's memory. Larger records are not among
  // the `records`.
  std::uint64_t record_bytes = input::CollectionOptions{}.record_bytes;
  std::uint64_t position_bytes = 0;  // if positions are kept
  std::uint64_t by_letters = 0;      // documents, as in Shingler::Shingled
  std::uint64_t unspaced = 0;
  std::uint64_t weighed = 0;
  // The numbers of documents and skipped records are on disk, because they came from a source of
  // records. A store of files has the same bytes with and without skipped records.
  bool keeps_rows = false;
};

// The record of a document of a part, for a store in which the part follows the documents of
// `before`: adds their sizes to its offsets.
DocumentRecord behind(const IngestState& before, DocumentRecord record);

// Adds the counts and skipped inputs of `part` to `total`.
void add_part(const IngestState& part, IngestState& total);

// Called regularly with the state up to which the files are on the disk.
using Checkpoint = std::function<Result<void>(const IngestState&)>;

// The store to fill, and how.
struct IngestTarget {
  StoreFiles& files;
  Checkpoint checkpoint;
  unsigned threads = 0;
  bool keep_sets = true;  // keep whole sets of shingles next to sketches, to count pairs on them
  std::uint64_t memory = kMemory;
  bool keep_positions = false;    // also the positions of shingles
  bool keep_rows = false;         // numbers of records of files; those of a source are always kept
  bool keep_groups = false;       // CollectionRecord::group of each document
  HeldLists* sketches = nullptr;  // also gets the sketches of a new store; null if not wanted
};

// Appends to the store's files from `state` on. Records are read by one thread ahead of the
// others, processed in parallel, and written in order.
Result<IngestState> ingest(const IngestTarget& target, const Reading& reading, IngestState state,
                           Progress& progress);

}  // namespace whorl::internal::store
