#include "cluster/outputs.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "base/new_file.h"
#include "base/try.h"
#include "store/set_reader.h"

namespace whorl::internal::cluster {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr auto kReplace = json::error_handler_t::replace;

struct Document {
  store::DocumentRecord record;
  store::DocumentNames names;
};

Result<Document> load(const store::DocumentTable& documents, store::DocId doc) {
  WHORL_ASSIGN_OR_RETURN(auto record, documents.record(doc));
  WHORL_ASSIGN_OR_RETURN(auto names, documents.names(record));
  return Document{record, std::move(names)};
}

std::string number(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return {text, end};
}

std::string interval(const sketch::Measure& m) { return number(m.low) + ".." + number(m.high); }

// Tabs and line ends would break a row.
std::string cell(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20; }, ' ');
  return text;
}

}  // namespace

Result<void> write_clusters(base::FileSystem& file_system, const base::FileSystem::Path& path,
                            const store::DocumentTable& documents, const store::SetReader& sets,
                            const Grouped& grouped) {
  WHORL_ASSIGN_OR_RETURN(auto file, base::NewFile::open(file_system, path));
  MemberSimilarityMeter meter(documents, sets);
  for (std::uint64_t cluster = 0; cluster < grouped.clusters(); ++cluster) {
    const auto members = std::span(grouped.members)
                             .subspan(grouped.offsets[cluster],
                                      grouped.offsets[cluster + 1] - grouped.offsets[cluster]);
    const store::DocId survivor = grouped.places[members.front()].survivor;
    ordered_json list = ordered_json::array();
    std::string survivor_id;
    for (store::DocId doc : members) {
      WHORL_ASSIGN_OR_RETURN(auto member, load(documents, doc));
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
    const std::string text = line.dump(-1, ' ', false, kReplace) + "\n";
    WHORL_RETURN_IF_ERROR(file.append(std::as_bytes(std::span(text))));
  }
  return file.finish();
}

Result<void> write_pairs(base::FileSystem& file_system, const base::FileSystem::Path& path,
                         const store::DocumentTable& documents, join::PairScan pairs) {
  WHORL_ASSIGN_OR_RETURN(auto file, file_system.write(path));
  std::string text =
      "a\tb\tresemblance\ta_in_b\tb_in_a\texact\tresemblance_95\ta_in_b_95\tb_in_a_95\n";
  while (true) {
    WHORL_RETURN_IF_ERROR(file->append(std::as_bytes(std::span(text))));
    WHORL_ASSIGN_OR_RETURN(auto pair, pairs.next());
    if (!pair) return file->sync();
    WHORL_ASSIGN_OR_RETURN(auto a, load(documents, pair->a));
    WHORL_ASSIGN_OR_RETURN(auto b, load(documents, pair->b));
    const join::PairMeasures m =
        join::measures(*pair, a.record.set.full_size, b.record.set.full_size);
    text = cell(a.names.id) + "\t" + cell(b.names.id) + "\t" + number(m.resemblance.value) + "\t" +
           number(m.a_in_b.value) + "\t" + number(m.b_in_a.value) + "\t" +
           (m.resemblance.exact ? "1" : "0") + "\t" + interval(m.resemblance) + "\t" +
           interval(m.a_in_b) + "\t" + interval(m.b_in_a) + "\n";
  }
}

Result<void> write_stats(base::FileSystem& file_system, const base::FileSystem::Path& path,
                         const ClusterSummary& summary) {
  return base::replace_file(file_system, path, to_json(summary));
}

}  // namespace whorl::internal::cluster
