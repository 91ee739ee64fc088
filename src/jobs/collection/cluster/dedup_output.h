// The output of dedup: the kept documents, the removed ones, or all with annotations. Formats:
// docs/format.md, "dedup".
#pragma once

#include "base/compressed_file.h"
#include "base/ownership/output.h"
#include "input/collection.h"
#include "input/convert/convert.h"
#include "jobs/collection/cluster/decisions.h"
#include "jobs/collection/cluster/merge_stores.h"
#include "jobs/collection/cluster/store_view.h"
#include "store/output_files.h"
#include "whorl/dedup.h"
#include "whorl/progress.h"

namespace whorl::internal::cluster {

// Documents with at most this many words also have shingles of letters, unless the user gives
// another number: docs/quality.md, "Short documents".
inline constexpr std::uint32_t kLettersBelow = 20;

// The reason of documents that DedupOptions::drop_clusters_over removes.
inline constexpr const char* kLargeCluster = "large-cluster";

// The files that an output must not replace: the inputs, and files that whorl did not write.
base::ownership::OutputRules output_rules(const DedupOptions& options);
// Refuses names of outputs that cannot be written, before anything is read. `folder`: whether the
// output is a folder.
Result<void> check_output_names(const DedupOptions& options, bool folder);

// Fails if options about clusters contradict each other, or are no numbers of documents.
Result<void> check_choice(const DedupOptions& options);

// The error of a run that finds other documents than it compared.
tl::unexpected<Error> inputs_changed(const std::string& store);

class DedupOutput {
 public:
  // Kept documents are written by `plan`. `options.removed` names the list of removed ones; if
  // empty, none is written.
  static Result<DedupOutput> open(base::FileSystem& file_system, const DedupOptions& options,
                                  store::OutputPlan plan, const StoreView& store,
                                  const Progress& progress);

  // Writes a document to its file, and counts it.
  Result<void> add(store::DocId doc, const store::DocumentRecord& about,
                   input::CollectionRecord record, DedupSummary& summary);

  // Lists the unreadable inputs, and renames the files to their final names.
  Result<void> finish(const std::vector<Skipped>& skipped);

 private:
  DedupOutput(store::OutputFiles output, const DedupOptions& options, Decisions decisions);
  Result<void> keep(const store::DocumentRecord& about, const ClusterPlace& place,
                    input::CollectionRecord& record);
  Result<std::string> weighted(std::string line, const ClusterPlace& place,
                               const input::CollectionRecord& record) const;
  Result<std::string> line_of(const store::DocumentRecord& about, input::CollectionRecord& record);
  Result<nlohmann::ordered_json> why_removed(const Decision& decision);
  Result<void> add_cluster(const ClusterPlace& assigned, nlohmann::ordered_json& verdict);

  const DedupOptions& options_;
  store::OutputFiles output_;
  std::optional<base::CompressedFile> removed_;
  Decisions decisions_;
  std::unique_ptr<input::Conversions> conversions_;
};

// The line about an input or a record that could not be read; nothing for other entries.
std::optional<std::string> unreadable_line(const Skipped& item);

// A collection that is read again, and the finished store of its documents.
struct ReadAgain {
  input::Collection& collection;
  const StoreView& store;
  const std::string& folder;  // of the work, for messages
};

struct DocumentRange {
  store::DocId first;
  store::DocId end;
};

// Writes the documents of the range, which are those of the collection. Fails if the inputs have
// changed since the store was made.
Result<void> write_documents(const ReadAgain& again, const DocumentRange& range,
                             DedupOutput& output, Progress& progress, DedupSummary& summary);

}  // namespace whorl::internal::cluster
