// The file, or the files of a folder, that the documents of a collection are written to again.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/compressed_file.h"
#include "base/ownership/output.h"
#include "input/collection.h"
#include "store/parquet_rows.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::store {

// What documents are written as.
enum class OutputForm {
  records,  // of a web archive its records, of JSON lines its lines, of a table its rows
  lines,    // JSON lines, whatever they were
};

// Where the documents of each input go.
struct OutputPlan {
  std::string output;                    // a file, "-", or a folder without a slash at its end
  std::vector<std::string> shards;       // of a folder: a path for each input, in order
  std::vector<std::string> heads = {};   // what each file begins with; none: nothing
  std::vector<std::string> tables = {};  // where Parquet is written: the path of each input

  bool is_folder() const { return !shards.empty(); }
};

// Whether a folder is asked for: its name ends in a slash, or one is there.
bool names_folder(const std::string& output);

// Whether rows of CSV are written to a file of this name.
bool takes_rows(std::string_view output);

// The output without slashes at its end.
std::string without_slash(std::string output);

// The list of what was left out, beside the output: "kept.removed.jsonl.gz". Empty beside a stream.
std::string list_beside(const std::string& output, bool is_folder);

// A file for each input of the collection in the folder `output`, named as the inputs are below the
// folder that all have in common. As `lines` other files are named as JSON lines are. Refuses
// inputs that hold no records, Parquet that cannot be written on this machine, and files that
// `rules` refuse.
Result<OutputPlan> plan_shards(const std::string& output, const input::Collection& inputs,
                               OutputForm form, const base::ownership::OutputRules& rules);

// The file `output` of a table's name, for the rows of one table. Refuses other inputs.
Result<OutputPlan> plan_parquet(const std::string& output, const input::Collection& inputs);

class OutputFiles {
 public:
  // Folders of shards are made. `progress` is asked while a table is written; it outlives this.
  static Result<OutputFiles> open(base::FileSystem& file_system, OutputPlan plan,
                                  const Progress& progress);

  // Writes behind what was written of the inputs so far, which come in order.
  Result<void> append(std::uint32_t input, std::string_view line);
  // The record of a web archive, packed by itself. Refuses what is none.
  Result<void> append_record(const input::CollectionRecord& record);
  // The row of a table.
  Result<void> keep_row(const input::CollectionRecord& record);
  // The name of the file that documents of the input go to.
  const std::string& name_of(std::uint32_t input) const;
  // All is in its place, also the files of inputs of which nothing was written. A shard is in its
  // place when the next one begins.
  Result<void> finish();

 private:
  OutputFiles(base::FileSystem& file_system, OutputPlan plan, const Progress& progress)
      : file_system_(&file_system), plan_(std::move(plan)), progress_(&progress) {}
  Result<void> begin(std::size_t input);
  Result<void> end();

  base::FileSystem* file_system_;
  OutputPlan plan_;
  const Progress* progress_;
  std::optional<base::CompressedFile> file_;  // that is being written
  std::optional<ParquetRows> rows_;           // of it, if it is a table
  std::size_t next_ = 0;                      // shard to begin
};

}  // namespace whorl::internal::store
