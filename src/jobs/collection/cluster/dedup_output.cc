#include "jobs/collection/cluster/dedup_output.h"

#include <nlohmann/json.hpp>

#include "base/ownership/written_form.h"
#include "base/ownership/written_record.h"
#include "base/try.h"
#include "input/tables/parquet.h"
#include "store/batch.h"
#include "store/csv_output.h"
#include "store/record_line.h"
#include "store/record_text.h"
#include "store/stopped.h"

namespace whorl::internal::cluster {
namespace {

using nlohmann::ordered_json;
using store::one_line;

bool lists_ids(std::string_view path) {
  path.remove_suffix(base::packed_ending(path).size());
  return path.ends_with(".txt");
}

// The records of the collection that became documents of `store`, in order.
class Reread {
 public:
  Reread(input::Collection& collection, const std::string& store)
      : collection_(collection), store_(store) {}

  // The record of the next document. Skips records that did not become documents.
  Result<input::CollectionRecord> next(const store::DocumentRecord& about,
                                       const store::DocumentNames& names) {
    while (true) {
      input::CollectionRecord record;
      WHORL_ASSIGN_OR_RETURN(auto more, collection_.next(record));
      if (!more && !any_ && collection_.is_source()) return not_rewound();
      if (!more) return inputs_changed(store_);
      any_ = true;
      switch (match(record, about, names)) {
        case Match::document:
          return record;
        case Match::other:
          break;
        case Match::changed:
          return inputs_changed(store_);
      }
    }
  }

 private:
  enum class Match { document, other, changed };

  static Match match(const input::CollectionRecord& record, const store::DocumentRecord& about,
                     const store::DocumentNames& names) {
    const bool named = record.id == names.id && record.url == names.url;
    if (record.shape == input::RecordShape::row) {
      if (record.row < about.row()) return Match::other;
      return named && record.row == about.row() ? Match::document : Match::changed;
    }
    if (record.shape != input::RecordShape::text) return named ? Match::document : Match::other;
    const bool equal = named && base::hash128(record.bytes) == about.content;
    return equal ? Match::document : Match::changed;
  }

  // rewind() reported success, but the source is at its end.
  static tl::unexpected<Error> not_rewound() {
    return fail(ErrorCode::unsupported,
                "the source of records returned no record in its second reading: its rewind() must "
                "start again at the first record");
  }

  input::Collection& collection_;
  const std::string& store_;
  bool any_ = false;
};

}  // namespace

base::ownership::OutputRules output_rules(const DedupOptions& options) {
  base::ownership::OutputRules rules{options.cluster.input.inputs, options.overwrite};
  rules.inputs.insert(rules.inputs.end(), options.against.begin(), options.against.end());
  return rules;
}

Result<void> check_output_names(const DedupOptions& options, bool folder) {
  const base::ownership::OutputRules rules = output_rules(options);
  WHORL_RETURN_IF_ERROR(folder ? base::ownership::check_not_remote(options.output)
                               : base::ownership::check_form(options.output));
  const bool is_other = input::is_web_archive(options.output) ||
                        store::takes_rows(options.output) || input::is_parquet(options.output);
  if (options.annotate && !folder && is_other) {
    return fail(
        ErrorCode::invalid_argument,
        options.output + ": annotated documents are written as JSON lines: name the output .jsonl");
  }
  if (!options.weight.empty() && !folder && (is_other || lists_ids(options.output))) {
    return fail(
        ErrorCode::invalid_argument,
        options.output + ": --weight writes a member of JSON lines: name the output .jsonl");
  }
  if (!folder) {
    WHORL_RETURN_IF_ERROR(
        base::ownership::check_output(options.output, rules, base::ownership::is_as_written));
  }
  if (options.removed.empty()) return {};
  WHORL_RETURN_IF_ERROR(base::ownership::check_for_json_lines(options.removed, "what is removed"));
  WHORL_RETURN_IF_ERROR(
      base::ownership::check_output(options.removed, rules, base::ownership::is_as_written));
  return base::ownership::check_distinct(options.output, options.removed);
}

Result<void> check_choice(const DedupOptions& options) {
  const auto refuse = [](const std::string& why) { return fail(ErrorCode::invalid_argument, why); };
  if (!options.cluster.join.candidates.empty()) {
    return refuse("--candidates is an option of whorl cluster; dedup finds the pairs itself");
  }
  if (options.keep == 0) return refuse("--keep: keep at least one document of each cluster");
  if (options.annotate && !options.weight.empty()) {
    return refuse(
        "--weight: --annotate writes the size of each cluster, as whorl.size: leave one of them "
        "out");
  }
  if (options.against.empty() && options.against_records == nullptr) return {};
  const char* flag = !options.cluster.input.group_field.empty() ? "--within"
                     : options.keep > 1                         ? "--keep"
                     : options.drop_clusters_over > 0           ? "--drop-clusters-over"
                     : !options.weight.empty()                  ? "--weight"
                                                                : nullptr;
  if (flag == nullptr) return {};
  return refuse(std::string(flag) +
                " is about clusters of the input, and --against compares it with other texts: run "
                "whorl dedup twice, once with each");
}

tl::unexpected<Error> inputs_changed(const std::string& store) {
  return fail(ErrorCode::corrupt,
              "the second reading of the inputs gave other bytes: they have changed, or the disk "
              "fails; remove " +
                  store + " and run the command again");
}

DedupOutput::DedupOutput(store::OutputFiles output, const DedupOptions& options,
                         Decisions decisions)
    : options_(options),
      output_(std::move(output)),
      decisions_(std::move(decisions)),
      conversions_(std::make_unique<input::Conversions>(options.cluster.input.convert)) {}

Result<DedupOutput> DedupOutput::open(base::FileSystem& file_system, const DedupOptions& options,
                                      store::OutputPlan plan, const StoreView& store,
                                      const Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(auto output,
                         store::OutputFiles::open(file_system, std::move(plan), progress));
  WHORL_ASSIGN_OR_RETURN(auto decisions, Decisions::make(store, options));
  DedupOutput out(std::move(output), options, std::move(decisions));
  out.conversions_->watch(&progress);
  if (!options.removed.empty()) {
    WHORL_ASSIGN_OR_RETURN(auto list, base::CompressedFile::open(file_system, options.removed));
    out.removed_.emplace(std::move(list));
  }
  return out;
}

Result<void> DedupOutput::add(store::DocId doc, const store::DocumentRecord& about,
                              input::CollectionRecord record, DedupSummary& summary) {
  WHORL_ASSIGN_OR_RETURN(const auto decision, decisions_.decide(doc, about, summary));
  const bool kept = decision.kept;
  ordered_json verdict = {{"kept", kept}};
  if (!kept) {
    WHORL_ASSIGN_OR_RETURN(const ordered_json why, why_removed(decision));
    verdict.update(why);
    if (removed_) {
      ordered_json entry = {{"id", record.id}};
      entry.update(why);
      WHORL_RETURN_IF_ERROR(removed_->append(one_line(entry) + "\n"));
    }
  }
  if (options_.annotate) {
    WHORL_RETURN_IF_ERROR(add_cluster(decision.place, verdict));
    WHORL_ASSIGN_OR_RETURN(auto line, line_of(about, record));
    return output_.append(record.input,
                          store::with_member(std::move(line), store::one_line(verdict)) + "\n");
  }
  return kept ? keep(about, decision.place, record) : Result<void>{};
}

Result<ordered_json> DedupOutput::why_removed(const Decision& decision) {
  if (decision.large_cluster) {
    ordered_json why = {{"reason", kLargeCluster}};
    WHORL_RETURN_IF_ERROR(add_cluster(decision.place, why));
    return why;
  }
  ordered_json why = {{"reason", to_string(decision.similarity.kind)},
                      {"survivor", decision.survivor_id}};
  add_figures(decision.similarity, why);
  return why;
}

Result<void> DedupOutput::add_cluster(const ClusterPlace& assigned, ordered_json& verdict) {
  verdict["cluster"] =
      assigned.cluster == kNoCluster ? ordered_json() : ordered_json(assigned.cluster);
  WHORL_ASSIGN_OR_RETURN(verdict["size"], decisions_.cluster_size(assigned));
  return {};
}

Result<void> DedupOutput::keep(const store::DocumentRecord& about, const ClusterPlace& place,
                               input::CollectionRecord& record) {
  const std::string& name = output_.name_of(record.input);
  if (input::is_web_archive(name)) return output_.append_record(record);
  if (input::is_parquet(name)) return output_.keep_row(record);
  if (store::takes_rows(name)) return output_.append(record.input, store::row_of(record));
  if (lists_ids(name)) return output_.append(record.input, record.id + "\n");
  WHORL_ASSIGN_OR_RETURN(auto line, line_of(about, record));
  if (!options_.weight.empty()) {
    WHORL_ASSIGN_OR_RETURN(line, weighted(std::move(line), place, record));
  }
  WHORL_RETURN_IF_ERROR(output_.append(record.input, line));
  return output_.append(record.input, "\n");
}

Result<std::string> DedupOutput::weighted(std::string line, const ClusterPlace& place,
                                          const input::CollectionRecord& record) const {
  if (store::has_member(line, options_.weight)) {
    return fail(ErrorCode::invalid_argument, record.place + ": the line has a member " +
                                                 options_.weight +
                                                 " already: name another with --weight");
  }
  WHORL_ASSIGN_OR_RETURN(const std::uint64_t size, decisions_.cluster_size(place));
  return store::with_member(std::move(line), std::to_string(size), options_.weight);
}

// The original line, or the names of the document, and its text if requested.
Result<std::string> DedupOutput::line_of(const store::DocumentRecord& about,
                                         input::CollectionRecord& record) {
  if (!record.line.empty()) return std::move(record.line);
  if (!options_.texts) return store::line_of(record);
  ordered_json line = store::names_of(record);
  const input::Room room = store::whole_room(options_.cluster.limits.memory);
  WHORL_ASSIGN_OR_RETURN(auto text, store::record_text(record, *conversions_, room));
  if (text.content != about.content) return inputs_changed(options_.cluster.store);
  line["text"] = store::shown_text(std::move(text));
  return one_line(line);
}

Result<void> DedupOutput::finish(const std::vector<Skipped>& skipped) {
  if (removed_) {
    for (const Skipped& item : skipped) {
      if (const auto line = unreadable_line(item)) WHORL_RETURN_IF_ERROR(removed_->append(*line));
    }
    WHORL_RETURN_IF_ERROR(base::ownership::finish_output(*removed_, options_.removed));
  }
  return output_.finish();
}

std::optional<std::string> unreadable_line(const Skipped& item) {
  if (item.kind != SkipKind::skipped) return std::nullopt;
  const ordered_json entry = {{"id", item.path}, {"reason", "unreadable"}, {"why", item.reason}};
  return one_line(entry) + "\n";
}

Result<void> write_documents(const ReadAgain& again, const DocumentRange& range,
                             DedupOutput& output, Progress& progress, DedupSummary& summary) {
  Reread records(again.collection, again.folder);
  bool ended = false;
  const auto write = [&](store::DocId doc, const store::DocumentRecord& about,
                         const store::DocumentNames& names) -> Result<void> {
    ended = doc == range.end;
    if (ended || progress.cancelled()) return store::stopped();
    WHORL_ASSIGN_OR_RETURN(auto record, records.next(about, names));
    progress.advance(1);
    return output.add(doc, about, std::move(record), summary);
  };
  auto written = again.store.documents.for_each_named(write, range.first);
  return ended ? Result<void>{} : written;
}

}  // namespace whorl::internal::cluster
