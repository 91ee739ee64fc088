#include "cluster/dedup_output.h"

#include <nlohmann/json.hpp>

#include "base/try.h"
#include "claim/packed_output.h"
#include "store/record_line.h"

namespace whorl::internal::cluster {
namespace {

using nlohmann::ordered_json;
using store::line_of;
using store::one_line;

void count(SimilarityKind kind, DedupSummary& summary) {
  switch (kind) {
    case SimilarityKind::identical:
      ++summary.identical;
      break;
    case SimilarityKind::lexical:
      ++summary.lexical;
      break;
    case SimilarityKind::sketch:
      ++summary.same_sketch;
      break;
    case SimilarityKind::similar:
      ++summary.similar;
      break;
  }
}

bool lists_ids(std::string_view path) {
  path.remove_suffix(base::packed_ending(path).size());
  return path.ends_with(".txt");
}

}  // namespace

DedupOutput::DedupOutput(base::CompressedFile output, const DedupOptions& options,
                         const StoreView& store)
    : output_(std::move(output)),
      output_name_(options.output),
      annotate_(options.annotate),
      ids_alone_(lists_ids(options.output)),
      store_(store),
      meter_(std::make_unique<MemberSimilarityMeter>(store.documents, store.sets)) {}

Result<DedupOutput> DedupOutput::open(base::FileSystem& file_system, const DedupOptions& options,
                                      const std::string& removed, const StoreView& store) {
  WHORL_ASSIGN_OR_RETURN(auto output, base::CompressedFile::open(file_system, options.output));
  DedupOutput out(std::move(output), options, store);
  if (!removed.empty()) {
    WHORL_ASSIGN_OR_RETURN(auto list, base::CompressedFile::open(file_system, removed));
    out.removed_.emplace(std::move(list));
    out.removed_name_ = removed;
  }
  return out;
}

Result<void> DedupOutput::add(store::DocId doc, const store::DocumentRecord& about,
                              const read::CollectionRecord& record, DedupSummary& summary) {
  ++summary.documents;
  WHORL_ASSIGN_OR_RETURN(auto assigned, store_.clusters.place(doc));
  const bool kept = assigned.survivor == doc;
  ordered_json verdict = {{"kept", kept}};
  if (!kept) {
    WHORL_ASSIGN_OR_RETURN(auto why, reason(about, assigned.survivor, summary));
    verdict.update(why);
    if (removed_) {
      ordered_json entry = {{"id", record.id}};
      entry.update(why);
      WHORL_RETURN_IF_ERROR(removed_->append(one_line(entry) + "\n"));
    }
  }
  summary.kept += kept;
  if (annotate_) {
    WHORL_RETURN_IF_ERROR(add_cluster(assigned, verdict));
    return annotate(record, verdict);
  }
  return kept ? keep(record) : Result<void>{};
}

Result<ordered_json> DedupOutput::reason(const store::DocumentRecord& about, store::DocId survivor,
                                         DedupSummary& summary) {
  WHORL_ASSIGN_OR_RETURN(auto similarity, meter_->measure(about, survivor));
  count(similarity.kind, summary);
  WHORL_ASSIGN_OR_RETURN(auto record, store_.documents.record(survivor));
  WHORL_ASSIGN_OR_RETURN(auto names, store_.documents.names(record));
  ordered_json why = {{"reason", to_string(similarity.kind)}, {"survivor", std::move(names.id)}};
  add_figures(similarity, why);
  return why;
}

Result<void> DedupOutput::add_cluster(const ClusterPlace& assigned, ordered_json& verdict) {
  if (assigned.cluster == kNoCluster) {
    verdict["cluster"] = nullptr;
    verdict["size"] = 1;
    return {};
  }
  WHORL_ASSIGN_OR_RETURN(auto size, store_.clusters.size(assigned.cluster));
  verdict["cluster"] = assigned.cluster;
  verdict["size"] = size;
  return {};
}

Result<void> DedupOutput::keep(const read::CollectionRecord& record) {
  return output_.append((ids_alone_ ? record.id : line_of(record)) + "\n");
}

Result<void> DedupOutput::annotate(const read::CollectionRecord& record,
                                   const ordered_json& verdict) {
  return output_.append(store::with_member(line_of(record), verdict) + "\n");
}

Result<void> DedupOutput::finish(const std::vector<Skipped>& skipped) {
  if (removed_) {
    for (const Skipped& item : skipped) {
      if (item.kind != SkipKind::skipped) continue;
      const ordered_json entry = {
          {"id", item.path}, {"reason", "unreadable"}, {"why", item.reason}};
      WHORL_RETURN_IF_ERROR(removed_->append(one_line(entry) + "\n"));
    }
    WHORL_RETURN_IF_ERROR(claim::finish_output(*removed_, removed_name_));
  }
  return claim::finish_output(output_, output_name_);
}

}  // namespace whorl::internal::cluster
