// Turns a batch of records into shingles and sketches, within the memory of the run.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/memory_budget.h"
#include "fingerprints/sketch/sketch_method.h"
#include "input/collection.h"
#include "input/room.h"
#include "store/document_table.h"
#include "store/shingler.h"

namespace whorl::internal::store {

using Batch = std::vector<input::CollectionRecord>;

// The size limits of a document in a run of this much memory.
input::Room whole_room(std::uint64_t memory);

// The most bytes that one record of its inputs may have.
std::uint64_t record_limit(std::uint64_t memory);

// The next records; none at the end.
Result<Batch> read_batch(input::Collection& collection, const base::MemoryBudget& budget);

// The result of one record; its names are moved out of it before its text is.
struct Processed {
  DocumentNames names;
  std::string place;
  std::uint64_t row = 0;
  double rank = 0;
  std::uint64_t group = 0;
  base::Hash128 streamed;
  Result<Shingler::Shingled> shingled = fail(ErrorCode::cancelled, "");
  sketch::Sketch sketch;
};

// Settings for turning documents into sketches.
struct Shingling {
  Shingler make;
  sketch::Sampler sketching;

  // Fails if the tokenizer or the sketch does not exist.
  static Result<Shingling> parse(const std::string& front_end, const ShingleRule& rule,
                                 const std::string& sketch);
};

struct Workers {
  base::MemoryBudget& budget;
  unsigned threads = 0;
  const Progress* progress = nullptr;  // if it asks to stop, no further record is begun
};

// Passes the result of each record to `take`, in order. Several are processed at a time; a record
// that needs more memory than expected is processed alone when its turn comes. Stops at the first
// error of `take`, or if it is asked to stop; the results so far are passed on.
Result<void> process(Batch batch, const Shingling& shingling, const Workers& workers,
                     const std::function<Result<void>(const Processed&)>& take);

}  // namespace whorl::internal::store
