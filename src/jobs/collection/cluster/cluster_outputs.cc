#include "jobs/collection/cluster/cluster_outputs.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/json.h"
#include "base/new_file.h"
#include "base/number_text.h"
#include "base/try.h"
#include "jobs/collection/cluster/member_similarity.h"
#include "jobs/collection/join/verify_pairs.h"
#include "store/records.h"
#include "store/summary_json.h"

namespace whorl::internal::cluster {
namespace {

using nlohmann::ordered_json;

struct LoadedDocument {
  store::DocumentRecord record;
  store::DocumentNames names;
};

Result<LoadedDocument> load(const store::DocumentTable& documents, store::DocId doc) {
  WHORL_ASSIGN_OR_RETURN(auto record, documents.record(doc));
  WHORL_ASSIGN_OR_RETURN(auto names, documents.names(record));
  return LoadedDocument{record, std::move(names)};
}

std::string interval(const sketch::Measure& m) {
  return base::number_text(m.low) + ".." + base::number_text(m.high);
}

std::string_view kind_of(const store::DocumentRecord& a, const store::DocumentRecord& b) {
  if (a.content == b.content) return to_string(SimilarityKind::identical);
  return to_string(a.canonical == b.canonical ? SimilarityKind::lexical : SimilarityKind::sketch);
}

// Replaces tabs and line ends, which would break a row.
std::string cell(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20; }, ' ');
  return text;
}

Result<void> append(base::NewFile& file, std::string_view text) {
  return file.append(std::as_bytes(std::span(text)));
}

std::string row_of(const LoadedDocument& a, const LoadedDocument& b, const join::PairMeasures& m,
                   std::string_view kind) {
  return cell(a.names.id) + "\t" + cell(b.names.id) + "\t" +
         base::number_text(m.resemblance.value) + "\t" + base::number_text(m.a_in_b.value) + "\t" +
         base::number_text(m.b_in_a.value) + "\t" + (m.resemblance.exact ? "1" : "0") + "\t" +
         interval(m.resemblance) + "\t" + interval(m.a_in_b) + "\t" + interval(m.b_in_a) + "\t" +
         std::string(kind) + "\n";
}

Result<void> write_similar(base::NewFile& file, const store::DocumentTable& documents,
                           SimilarPairs& pairs) {
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto pair, pairs.next());
    if (!pair) return {};
    WHORL_ASSIGN_OR_RETURN(auto a, load(documents, pair->a));
    WHORL_ASSIGN_OR_RETURN(auto b, load(documents, pair->b));
    const auto kind = to_string(SimilarityKind::similar);
    WHORL_RETURN_IF_ERROR(append(file, row_of(a, b, pair->measures, kind)));
  }
}

// Duplicates with the same sketch only: all that is known of them is equal.
Result<void> write_duplicates(base::NewFile& file, const store::DocumentTable& documents,
                              const ExactDuplicates& duplicates) {
  const sketch::Measure whole = sketch::counted(1, 1);
  for (store::DocId doc = 0; doc < duplicates.representative.size(); ++doc) {
    if (duplicates.is_representative(doc)) continue;
    WHORL_ASSIGN_OR_RETURN(auto a, load(documents, duplicates.representative[doc]));
    WHORL_ASSIGN_OR_RETURN(auto b, load(documents, doc));
    const auto kind = kind_of(a.record, b.record);
    WHORL_RETURN_IF_ERROR(append(file, row_of(a, b, {whole, whole, whole}, kind)));
  }
  return {};
}

}  // namespace

Result<void> write_clusters(base::FileSystem& file_system, const base::FileSystem::Path& path,
                            const StoredDocuments& stored, const Grouped& grouped,
                            Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(auto file, base::NewFile::open(file_system, path));
  MemberSimilarityMeter meter(stored.documents, stored.sets);
  for (std::uint64_t cluster = 0; cluster < grouped.clusters(); ++cluster) {
    const auto members = std::span(grouped.members)
                             .subspan(grouped.offsets[cluster],
                                      grouped.offsets[cluster + 1] - grouped.offsets[cluster]);
    const store::DocId survivor = grouped.places[members.front()].survivor;
    ordered_json list = ordered_json::array();
    std::string survivor_id;
    for (store::DocId doc : members) {
      WHORL_ASSIGN_OR_RETURN(auto member, load(stored.documents, doc));
      WHORL_ASSIGN_OR_RETURN(auto similarity, meter.measure(member.record, survivor));
      if (doc == survivor) survivor_id = member.names.id;
      ordered_json entry = {{"id", std::move(member.names.id)},
                            {"kind", to_string(similarity.kind)}};
      add_figures(similarity, entry);
      list.push_back(std::move(entry));
    }
    const ordered_json line = {{"cluster", cluster},
                               {"size", members.size()},
                               {"survivor", survivor_id},
                               {"members", std::move(list)}};
    const std::string text = base::json_text(line) + "\n";
    WHORL_RETURN_IF_ERROR(file.append(std::as_bytes(std::span(text))));
    progress.advance(members.size());
  }
  return file.finish();
}

Result<void> write_pairs(base::FileSystem& file_system, const base::FileSystem::Path& path,
                         const store::DocumentTable& documents, SimilarPairs pairs,
                         const ExactDuplicates& duplicates) {
  WHORL_ASSIGN_OR_RETURN(auto file, base::NewFile::open(file_system, path));
  WHORL_RETURN_IF_ERROR(append(file,
                               "a\tb\tresemblance\ta_in_b\tb_in_a\texact\tresemblance_95\t"
                               "a_in_b_95\tb_in_a_95\tkind\n"));
  WHORL_RETURN_IF_ERROR(write_similar(file, documents, pairs));
  WHORL_RETURN_IF_ERROR(write_duplicates(file, documents, duplicates));
  return file.finish();
}

Result<void> write_stats(base::FileSystem& file_system, const base::FileSystem::Path& path,
                         const ClusterSummary& summary) {
  return base::replace_file(file_system, path, store::dump(store::counts_of(summary)));
}

}  // namespace whorl::internal::cluster
