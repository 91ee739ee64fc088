#include "whorl/dedup.h"

#include "base/guard.h"
#include "base/try.h"
#include "claim/output.h"
#include "claim/written_record.h"
#include "cluster/against_texts.h"
#include "cluster/dedup_output.h"
#include "cluster/dedup_workplace.h"
#include "cluster/runs.h"
#include "join/store_options.h"
#include "store/ingest.h"
#include "store/manifest.h"
#include "store/output_files.h"
#include "store/standard_input.h"
#include "store/stopped.h"

namespace whorl::internal::cluster {
namespace {

constexpr const char* kSurvivorPairs = "survivors";

Result<void> put_aside(ClusterOptions& options, const Progress& progress) {
  CollectionInput& input = options.input;
  if (input.files_from == "-") {
    WHORL_ASSIGN_OR_RETURN(input.files_from, store::copy_standard_input(options.store, progress));
  } else if (std::ranges::find(input.inputs, "-") != input.inputs.end()) {
    WHORL_RETURN_IF_ERROR(
        store::Reading::open(input, store::shingling_of(join::settings_of(options)),
                             options.thresholds.survivor_field, options.limits.memory, &progress));
    WHORL_ASSIGN_OR_RETURN(input.standard_input,
                           store::copy_standard_input(options.store, progress));
  }
  return {};
}

claim::OutputRules rules_of(const DedupOptions& options) {
  claim::OutputRules rules{options.cluster.input.inputs, options.overwrite};
  rules.inputs.insert(rules.inputs.end(), options.against.begin(), options.against.end());
  return rules;
}

Result<void> check_outputs(const DedupOptions& options, bool folder) {
  const claim::OutputRules rules = rules_of(options);
  if (options.annotate && read::is_web_archive(options.output)) {
    return fail(ErrorCode::invalid_argument,
                options.output + ": what is annotated are JSON lines: name the output .jsonl");
  }
  if (!folder) {
    WHORL_RETURN_IF_ERROR(claim::check_output(options.output, rules, claim::is_as_written));
  }
  if (options.removed.empty()) return {};
  WHORL_RETURN_IF_ERROR(claim::check_output(options.removed, rules, claim::is_as_written));
  return claim::check_distinct(options.output, options.removed);
}

// Before the work, so that what cannot be written is known.
Result<store::OutputPlan> plan_outputs(const DedupOptions& options, bool folder,
                                       const Progress& progress) {
  if (!folder) return store::OutputPlan{options.output, {}};
  WHORL_ASSIGN_OR_RETURN(auto inputs,
                         store::open_collection(options.cluster.input, "", true,
                                                options.cluster.limits.memory, &progress));
  const auto form = options.annotate ? store::OutputForm::lines : store::OutputForm::records;
  return store::plan_shards(options.output, *inputs, form, rules_of(options));
}

// Whether nothing is asked for that needs pairs.
bool needs_survivors_alone(const DedupOptions& options) {
  const ClusterOptions& asked = options.cluster;
  return asked.join.pairs.empty() && asked.thresholds.linkage == Linkage::survivor &&
         options.against.empty() && asked.join.keep_from == 0 && !asked.write_pairs &&
         asked.audit == 0;
}

// How pairs are sought where nothing needs them all: a store or a run that has them serves as well.
Result<std::string> cheapest_pairs(const std::string& folder) {
  WHORL_ASSIGN_OR_RETURN(const auto begun, store::load(base::FileSystem::real(), folder));
  const bool has_pairs = begun && begun->settings.pairs == store::StoreSettings{}.pairs;
  return std::string(has_pairs ? "" : kSurvivorPairs);
}

// Titles and posts need letters. They would break containment, so a dedup with containment or
// against other texts does without. An existing store or run keeps its own rule.
Result<std::optional<std::uint32_t>> letters_below(const DedupOptions& options,
                                                   const std::string& folder) {
  constexpr std::uint32_t kShort = 20;  // docs/quality.md, "Short documents"
  const ClusterOptions& asked = options.cluster;
  if (asked.shingling.letters_below) return asked.shingling.letters_below;
  WHORL_ASSIGN_OR_RETURN(const auto begun, store::load(base::FileSystem::real(), folder));
  if (begun) return begun->settings.letters_below;
  const bool by_resemblance = asked.thresholds.containment == 0 && options.against.empty();
  return by_resemblance ? std::optional(kShort) : std::nullopt;
}

// The records of the collection that became documents of `store`, in order.
class Reread {
 public:
  Reread(read::Collection& collection, const std::string& store)
      : collection_(collection), store_(store) {}

  // The record of the next document. A record that could not be made one is passed over.
  Result<read::CollectionRecord> next(const store::DocumentRecord& about,
                                      const store::DocumentNames& names) {
    while (true) {
      read::CollectionRecord record;
      WHORL_ASSIGN_OR_RETURN(auto more, collection_.next(record));
      if (!more) return inputs_changed(store_);
      const bool named = record.id == names.id && record.url == names.url;
      if (record.shape != read::RecordShape::text && !named) continue;
      if (!named || (record.shape == read::RecordShape::text &&
                     base::hash128(record.bytes) != about.content)) {
        return inputs_changed(store_);
      }
      return record;
    }
  }

 private:
  read::Collection& collection_;
  const std::string& store_;
};

Result<ClusterSummary> compare(const DedupOptions& options, const StoreUse& use,
                               Progress& progress) {
  if (options.against.empty()) {
    store::Manifest fresh;
    fresh.settings = join::settings_of(options.cluster);
    return run_store(options.cluster, std::move(fresh), use, progress);
  }
  WHORL_ASSIGN_OR_RETURN(const auto against,
                         AgainstTexts::make(options, options.cluster.store, progress));
  WHORL_ASSIGN_OR_RETURN(auto found, run_against(options.cluster, against.store(), use, progress));
  found.skipped.insert(found.skipped.end(), against.skipped().begin(), against.skipped().end());
  return found;
}

Result<void> write(const DedupOptions& options, store::OutputPlan plan, const StoreView& store,
                   Progress& progress, DedupSummary& summary) {
  base::FileSystem& file_system = base::FileSystem::real();
  const CollectionInput& input = options.cluster.input;
  if (input.records != nullptr) WHORL_RETURN_IF_ERROR(input.records->rewind());
  WHORL_ASSIGN_OR_RETURN(
      auto collection,
      store::open_collection(input, "", true, options.cluster.limits.memory, &progress));
  WHORL_ASSIGN_OR_RETURN(auto output,
                         DedupOutput::open(file_system, options, std::move(plan), store, progress));
  // Against a store, its documents come first.
  const Layout layout(store.manifest.parts);
  const store::DocId first = options.against.empty() ? 0 : layout.first_new();
  progress.phase("writing", store.documents.size() - first);
  Reread records(*collection, options.cluster.store);
  auto written =
      store.documents.for_each_named([&](store::DocId doc, const store::DocumentRecord& about,
                                         const store::DocumentNames& names) -> Result<void> {
        if (doc < first) return {};
        if (progress.cancelled()) {
          return store::stopped();
        }
        WHORL_ASSIGN_OR_RETURN(auto record, records.next(about, names));
        progress.advance(1);
        return output.add(doc, about, std::move(record), summary);
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
  const bool folder = store::names_folder(options.output);
  if (folder) asked.output = store::without_slash(options.output);
  if (options.removed.empty() && !options.annotate) {
    asked.removed = store::list_beside(asked.output, folder);
  }
  WHORL_RETURN_IF_ERROR(check_outputs(asked, folder));
  WHORL_ASSIGN_OR_RETURN(auto workplace, DedupWorkplace::choose(asked));
  asked.cluster.store = workplace.store();
  if (needs_survivors_alone(asked)) {
    WHORL_ASSIGN_OR_RETURN(asked.cluster.join.pairs, cheapest_pairs(workplace.store()));
  }
  WHORL_ASSIGN_OR_RETURN(asked.cluster.shingling.letters_below,
                         letters_below(asked, workplace.store()));
  asked.cluster.input.outputs.insert(asked.cluster.input.outputs.end(),
                                     {asked.output, asked.removed, asked.cluster.store});
  WHORL_RETURN_IF_ERROR(workplace.make(asked.output));
  WHORL_RETURN_IF_ERROR(put_aside(asked.cluster, progress));
  WHORL_ASSIGN_OR_RETURN(auto plan, plan_outputs(asked, folder, progress));
  WHORL_ASSIGN_OR_RETURN(auto found, compare(asked, workplace.use(), progress));
  WHORL_ASSIGN_OR_RETURN(auto store,
                         cluster::StoreView::open(base::FileSystem::real(), workplace.store()));

  DedupSummary summary;
  summary.found = std::move(found);
  summary.removed = asked.removed;
  WHORL_RETURN_IF_ERROR(write(asked, std::move(plan), store, progress, summary));
  workplace.done();
  return summary;
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
