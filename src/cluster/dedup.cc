#include "whorl/dedup.h"

#include "base/guard.h"
#include "base/try.h"
#include "claim/output.h"
#include "claim/packed_output.h"
#include "claim/written_record.h"
#include "cluster/dedup_output.h"
#include "cluster/dedup_workplace.h"
#include "cluster/runs.h"
#include "store/ingest.h"
#include "store/standard_input.h"
#include "store/stopped.h"

namespace whorl::internal::cluster {
namespace {

Result<void> put_aside(ClusterOptions& options, const Progress& progress) {
  CollectionInput& input = options.input;
  if (input.files_from == "-") {
    WHORL_ASSIGN_OR_RETURN(input.files_from, store::copy_standard_input(options.store, progress));
  } else if (std::ranges::find(input.inputs, "-") != input.inputs.end()) {
    WHORL_RETURN_IF_ERROR(store::Reading::open(input, options.shingling,
                                               options.thresholds.survivor_field,
                                               options.limits.memory, &progress));
    WHORL_ASSIGN_OR_RETURN(input.standard_input,
                           store::copy_standard_input(options.store, progress));
  }
  return {};
}

Result<void> check_outputs(const DedupOptions& options) {
  const claim::OutputRules rules{options.cluster.input.inputs, options.overwrite};
  WHORL_RETURN_IF_ERROR(claim::check_output(options.output, rules, claim::is_as_written));
  if (options.removed.empty()) return {};
  WHORL_RETURN_IF_ERROR(claim::check_output(options.removed, rules, claim::is_as_written));
  return claim::check_distinct(options.output, options.removed);
}

// The records of the collection that became documents, in order.
class Reread {
 public:
  explicit Reread(read::Collection& collection) : collection_(collection) {}

  // The record of the next document. A record that could not be made one is passed over.
  Result<read::CollectionRecord> next(const store::DocumentRecord& about,
                                      const store::DocumentNames& names) {
    while (true) {
      read::CollectionRecord record;
      WHORL_ASSIGN_OR_RETURN(auto more, collection_.next(record));
      if (!more) return changed();
      const bool named = record.id == names.id && record.url == names.url;
      if (record.shape != read::RecordShape::text && !named) continue;
      if (!named || (record.shape == read::RecordShape::text &&
                     base::hash128(record.bytes) != about.content)) {
        return changed();
      }
      return record;
    }
  }

 private:
  static tl::unexpected<Error> changed() {
    return fail(ErrorCode::corrupt,
                "the inputs have changed since they were read: remove the store and start again");
  }

  read::Collection& collection_;
};

Result<void> write(const DedupOptions& options, const StoreView& store, Progress& progress,
                   DedupSummary& summary) {
  base::FileSystem& file_system = base::FileSystem::real();
  const CollectionInput& input = options.cluster.input;
  if (input.records != nullptr) WHORL_RETURN_IF_ERROR(input.records->rewind());
  WHORL_ASSIGN_OR_RETURN(
      auto collection,
      store::open_collection(input, "", true, options.cluster.limits.memory, &progress));
  WHORL_ASSIGN_OR_RETURN(auto output,
                         DedupOutput::open(file_system, options, summary.removed, store));
  // Against a store, its documents come first.
  const Layout layout(store.manifest.parts);
  const store::DocId first = options.against.empty() ? 0 : layout.first_new();
  progress.phase("writing", store.documents.size() - first);
  Reread records(*collection);
  auto written =
      store.documents.for_each_named([&](store::DocId doc, const store::DocumentRecord& about,
                                         const store::DocumentNames& names) -> Result<void> {
        if (doc < first) return {};
        if (progress.cancelled()) {
          return store::stopped();
        }
        WHORL_ASSIGN_OR_RETURN(auto record, records.next(about, names));
        progress.advance(1);
        return output.add(doc, about, record, summary);
      });
  WHORL_RETURN_IF_ERROR(written);
  return output.finish(summary.found.skipped);
}

}  // namespace
}  // namespace whorl::internal::cluster

namespace whorl {

using namespace internal;
using namespace internal::cluster;

Result<DedupSummary> dedup(const DedupOptions& options, Progress& progress) try {
  if (options.output.empty()) {
    return fail(ErrorCode::invalid_argument, "name a file for the documents that are kept");
  }
  // Before the work, so that a source that cannot begin again is known.
  if (RecordSource* records = options.cluster.input.records) {
    WHORL_RETURN_IF_ERROR(records->rewind());
  }
  DedupOptions asked = options;
  if (options.removed.empty() && options.output != "-" && !options.annotate) {
    asked.removed = claim::list_beside(options.output, "removed");
  }
  WHORL_RETURN_IF_ERROR(check_outputs(asked));
  WHORL_ASSIGN_OR_RETURN(auto workplace, DedupWorkplace::choose(options));
  asked.cluster.store = workplace.store();
  asked.cluster.input.outputs.insert(asked.cluster.input.outputs.end(),
                                     {asked.output, asked.removed, asked.cluster.store});
  WHORL_RETURN_IF_ERROR(workplace.make());
  WHORL_RETURN_IF_ERROR(put_aside(asked.cluster, progress));
  WHORL_ASSIGN_OR_RETURN(auto found,
                         options.against.empty()
                             ? whorl::cluster(asked.cluster, progress)
                             : cluster::run_against(asked.cluster, options.against, progress));
  WHORL_ASSIGN_OR_RETURN(auto store,
                         cluster::StoreView::open(base::FileSystem::real(), workplace.store()));

  DedupSummary summary;
  summary.found = std::move(found);
  summary.removed = asked.removed;
  WHORL_RETURN_IF_ERROR(write(asked, store, progress, summary));
  workplace.done();
  return summary;
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
