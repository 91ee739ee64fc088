#include "cluster/dedup_output.h"

#include <nlohmann/json.hpp>

#include "base/try.h"
#include "claim/written_record.h"

namespace whorl::internal::cluster {
namespace {

using nlohmann::ordered_json;

std::string dump(const ordered_json& object) {
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

// The line a document stands for: as found, or what names it.
std::string line_of(const read::CollectionRecord& record) {
  if (!record.line.empty()) return record.line;
  ordered_json object = {{"id", record.id}};
  if (!record.url.empty()) object["url"] = record.url;
  if (!record.date.empty()) object["date"] = record.date;
  return dump(object);
}

// The member "whorl" put before the end of the object that the line is.
std::string with_verdict(std::string line, const ordered_json& verdict) {
  const std::size_t end = line.rfind('}');
  const std::size_t last = line.find_last_not_of(" \t\r", end - 1);
  const char* comma = line[last] == '{' ? "" : ",";
  return line.insert(end, comma + ("\"whorl\":" + dump(verdict)));
}

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

Result<void> put_in_place(base::CompressedFile& file, const std::string& name) {
  WHORL_RETURN_IF_ERROR(file.sync());
  if (!file.draft().empty()) WHORL_RETURN_IF_ERROR(claim::keep_record(name, file.draft()));
  return file.finish();
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
      WHORL_RETURN_IF_ERROR(removed_->append(dump(entry) + "\n"));
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
  return output_.append(with_verdict(line_of(record), verdict) + "\n");
}

Result<void> DedupOutput::finish(const std::vector<Skipped>& skipped) {
  if (removed_) {
    for (const Skipped& item : skipped) {
      if (item.kind != SkipKind::skipped) continue;
      const ordered_json entry = {
          {"id", item.path}, {"reason", "unreadable"}, {"why", item.reason}};
      WHORL_RETURN_IF_ERROR(removed_->append(dump(entry) + "\n"));
    }
    WHORL_RETURN_IF_ERROR(put_in_place(*removed_, removed_name_));
  }
  return put_in_place(output_, output_name_);
}

}  // namespace whorl::internal::cluster
