// Phase 1: read a collection, canonicalise, shingle and sketch every document.
#pragma once

#include "store/batch.h"
#include "store/held_lists.h"
#include "store/store_files.h"
#include "whorl/cluster.h"
#include "whorl/progress.h"

namespace whorl::internal::store {

inline const std::uint64_t kMemory = RunLimits{}.memory;  // where nothing else is said

// Of `memory`, what sketches may take beside documents: these have three quarters at most, and
// their results that wait an eighth.
constexpr std::uint64_t sketches_beside(std::uint64_t memory) { return memory / 8; }

// The collection of the files or of the records that `input` names; with the lines of JSON where
// they are kept. Records that a run of so much memory cannot hold are listed. Fails where both are
// named, an input is not there, or `progress` is cancelled while a list of paths is read.
Result<std::unique_ptr<input::Collection>> open_collection(const CollectionInput& input,
                                                           const std::string& rank_field,
                                                           bool keep_lines = false,
                                                           std::uint64_t memory = kMemory,
                                                           const Progress* progress = nullptr);

// The same of questions, each of which has an answer: unreadable records are handed on too.
Result<std::unique_ptr<input::Collection>> open_questions(const CollectionInput& input,
                                                          std::uint64_t memory,
                                                          const Progress* progress);

// What stands for the inputs in a store: as they were named, or the name of the source.
std::vector<std::string> input_names(const CollectionInput& input);

// Reads what `input` has of streams, standard input or a source of records, to its end. Fails where
// the records are not those of the name. `rank_field`: as they were read, empty: none.
Result<void> check_streams(const CollectionInput& input, const std::string& rank_field,
                           std::uint64_t memory, const base::Hash128& streamed,
                           const Progress& progress);

// The bytes of the inputs, packed as they stand; 0 where a stream among them does not tell.
Result<std::uint64_t> input_bytes(const input::Collection& collection);

// A collection about to be read, and what becomes of its documents.
struct Reading {
  std::unique_ptr<input::Collection> documents;
  Shingling shingling;

  // Fails where an input is not there: to be asked before anything is written.
  static Result<Reading> open(const CollectionInput& input, const Shingling& shingling,
                              const std::string& rank_field, std::uint64_t memory = kMemory,
                              const Progress* progress = nullptr);
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
  base::Hash128 streamed;          // of the records taken of streams, in order
  // What a record may have, which follows from the memory of the run: those over it are not among
  // the `records`.
  std::uint64_t record_bytes = input::CollectionOptions{}.record_bytes;
  std::uint64_t position_bytes = 0;  // where positions are kept
  std::uint64_t by_letters = 0;      // documents, as Shingler::Shingled has it
  std::uint64_t unspaced = 0;
  std::uint64_t weighed = 0;
  // Documents and what was skipped have their numbers on the disk: they came from a source of
  // records. A store of files has the same bytes with and without skipped records.
  bool keeps_rows = false;
};

// The record of a document of a part, for a store in which the part follows the documents of
// `before`: adds their sizes to its offsets.
DocumentRecord behind(const IngestState& before, DocumentRecord record);

// Adds the counts and skipped inputs of `part` to `total`.
void add_part(const IngestState& part, IngestState& total);

// Told every so often how far the files are safely on the disk.
using Checkpoint = std::function<Result<void>(const IngestState&)>;

// The store that is filled, and how.
struct IngestTarget {
  StoreFiles& files;
  Checkpoint checkpoint;
  unsigned threads = 0;
  bool keep_sets = true;  // whole sets of shingles beside sketches, to count pairs on
  std::uint64_t memory = kMemory;
  bool keep_positions = false;    // where each shingle stands too
  bool keep_rows = false;         // numbers of records of files; those of a source are always kept
  bool keep_groups = false;       // CollectionRecord::group of each document
  HeldLists* sketches = nullptr;  // has the sketches of a new store in memory too; null: none
};

// Appends to the store's files from `state` on. Records are read by one thread ahead of the
// others, processed in parallel, and written in order.
Result<IngestState> ingest(const IngestTarget& target, const Reading& reading, IngestState state,
                           Progress& progress);

}  // namespace whorl::internal::store
