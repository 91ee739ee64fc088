// The file, or the files of a folder, to which the documents of a collection are written.
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

// The form in which documents are written.
enum class OutputForm {
  records,  // of a web archive its records, of JSON lines its lines, of a table its rows
  lines,    // JSON lines, for any input
};

// The output of each input's documents.
struct OutputPlan {
  std::string output;                   // a file, "-", or a folder without a slash at its end
  std::vector<std::string> shards;      // for a folder: a path for each input, in order
  std::vector<std::string> heads = {};  // the first bytes of each file; empty if there are none
  std::vector<input::InputIdentity> tables = {};  // for Parquet: each input, as it was planned

  bool is_folder() const { return !shards.empty(); }
  // True if all outputs are Parquet.
  bool writes_tables() const;
};

// True if the output is a folder: its name ends in a slash, or a folder exists there.
bool names_folder(const std::string& output);

// True if rows of CSV are written to a file of this name.
bool takes_rows(std::string_view output);

// The output without slashes at its end.
std::string without_slash(std::string output);

// The list of removed documents, next to the output: "kept.removed.jsonl.gz". Empty if the output
// is a stream.
std::string list_beside(const std::string& output, bool is_folder);

// A file for each input of the collection in the folder `output`, named like the inputs below their
// common folder. With `lines`, other files get names of JSON lines. Refuses inputs without records,
// Parquet that cannot be written on this machine, and files that `rules` refuse.
Result<OutputPlan> plan_shards(const std::string& output, const input::Collection& inputs,
                               OutputForm form, const base::ownership::OutputRules& rules);

// The file `output` with a table's name, for the rows of one table. Refuses other inputs.
Result<OutputPlan> plan_parquet(const std::string& output, const input::Collection& inputs);

class OutputFiles {
 public:
  // Makes the folders of shards. `progress` is asked while a table is written; it must outlive
  // this.
  static Result<OutputFiles> open(base::FileSystem& file_system, OutputPlan plan,
                                  const Progress& progress);

  // Appends to the output of the input. Inputs come in order.
  Result<void> append(std::uint32_t input, std::string_view line);
  // The record of a web archive, compressed separately. Refuses other records.
  Result<void> append_record(const input::CollectionRecord& record);
  // The row of a table.
  Result<void> keep_row(const input::CollectionRecord& record);
  // The name of the output file for documents of the input.
  const std::string& name_of(std::uint32_t input) const;
  // Completes all files, including those of inputs without documents. A shard is completed when the
  // next one begins.
  Result<void> finish();

 private:
  OutputFiles(base::FileSystem& file_system, OutputPlan plan, const Progress& progress)
      : file_system_(&file_system), plan_(std::move(plan)), progress_(&progress) {}
  Result<void> begin(std::size_t input);
  Result<void> end();

  base::FileSystem* file_system_;
  OutputPlan plan_;
  const Progress* progress_;
  std::optional<base::CompressedFile> file_;  // the file that is being written
  std::optional<ParquetRows> rows_;           // its rows, if it is a table
  std::size_t next_ = 0;                      // shard to begin
};

}  // namespace whorl::internal::store
