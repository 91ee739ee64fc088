#include "cluster/outputs.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

namespace whorl::clustering {
namespace {

using nlohmann::json;

constexpr auto kReplace = json::error_handler_t::replace;

const char* kind_of(Sameness sameness) {
  switch (sameness) {
    case Sameness::identical:
      return "identical";
    case Sameness::lexical:
      return "lexical";
    case Sameness::sketch:
      return "sketch";
    case Sameness::none:
      break;
  }
  return "similar";
}

struct Document {
  DocumentRecord record;
  DocumentNames names;
};

Result<Document> load(const DocumentTable& documents, DocId doc) {
  auto record = documents.record(doc);
  if (!record) return tl::unexpected(record.error());
  auto names = documents.names(*record);
  if (!names) return tl::unexpected(names.error());
  return Document{*record, std::move(*names)};
}

// The kind says how a member came in: equal to the survivor, or alike.
const char* member_kind(const Document& member, const Document& survivor, Sameness to_group) {
  if (member.record.content == survivor.record.content) return "identical";
  if (member.record.canonical == survivor.record.canonical) return "lexical";
  return to_group == Sameness::sketch ? kind_of(to_group) : "similar";
}

json member_json(const Document& member, const Document& survivor, const ShingleSet& member_set,
                 const ShingleSet& survivor_set, Sameness to_group) {
  const Overlap seen = overlap(member_set, survivor_set);
  json j = {{"id", member.names.id}, {"kind", member_kind(member, survivor, to_group)}};
  const bool equal = member.record.canonical == survivor.record.canonical;
  j["resemblance"] = equal ? 1.0 : counted(seen.both, seen.a + seen.b - seen.both).value;
  j["contained"] = equal ? 1.0 : counted(seen.both, seen.a).value;
  j["contains"] = equal ? 1.0 : counted(seen.both, seen.b).value;
  return j;
}

// Documents by survivor, clusters in the order of their first document.
std::vector<std::vector<DocId>> group(const Assignment& assignment) {
  const std::size_t n = assignment.survivor.size();
  std::vector<std::uint32_t> size(n, 0);
  for (DocId survivor : assignment.survivor) ++size[survivor];
  constexpr std::uint32_t kNone = UINT32_MAX;
  std::vector<std::uint32_t> cluster_of(n, kNone);
  std::vector<std::vector<DocId>> clusters;
  for (DocId doc = 0; doc < n; ++doc) {
    const DocId survivor = assignment.survivor[doc];
    if (size[survivor] < 2) continue;
    if (cluster_of[survivor] == kNone) {
      cluster_of[survivor] = static_cast<std::uint32_t>(clusters.size());
      clusters.emplace_back();
    }
    clusters[cluster_of[survivor]].push_back(doc);
  }
  return clusters;
}

std::string number(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return {text, end};
}

// Tabs and line ends would break a row.
std::string cell(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20; }, ' ');
  return text;
}

}  // namespace

Result<ClusterCounts> write_clusters(Disk& disk, const Disk::Path& path,
                                     const DocumentTable& documents, const SetReader& sets,
                                     const Collapsed& collapsed, const Assignment& assignment) {
  auto file = disk.write(path);
  if (!file) return tl::unexpected(file.error());
  ClusterCounts counts;
  ShingleSet survivor_set;
  ShingleSet member_set;
  for (const auto& members : group(assignment)) {
    auto survivor = load(documents, assignment.survivor[members.front()]);
    if (!survivor) return tl::unexpected(survivor.error());
    if (auto got = sets.full_set(survivor->record, survivor_set); !got) {
      return tl::unexpected(got.error());
    }
    json list = json::array();
    for (DocId doc : members) {
      auto member = load(documents, doc);
      if (!member) return tl::unexpected(member.error());
      if (auto got = sets.full_set(member->record, member_set); !got) {
        return tl::unexpected(got.error());
      }
      list.push_back(
          member_json(*member, *survivor, member_set, survivor_set, collapsed.sameness[doc]));
    }
    const json line = {{"cluster", counts.clusters++},
                       {"size", members.size()},
                       {"survivor", survivor->names.id},
                       {"members", std::move(list)}};
    counts.clustered += members.size();
    const std::string text = line.dump(-1, ' ', false, kReplace) + "\n";
    if (auto put = (*file)->append(std::as_bytes(std::span(text))); !put) {
      return tl::unexpected(put.error());
    }
  }
  if (auto synced = (*file)->sync(); !synced) return tl::unexpected(synced.error());
  return counts;
}

Result<void> write_pairs(Disk& disk, const Disk::Path& path, const DocumentTable& documents,
                         PairScan pairs) {
  auto file = disk.write(path);
  if (!file) return tl::unexpected(file.error());
  std::string text = "a\tb\tresemblance\ta_in_b\tb_in_a\texact\n";
  while (true) {
    if (auto put = (*file)->append(std::as_bytes(std::span(text))); !put) return put;
    auto pair = pairs.next();
    if (!pair) return tl::unexpected(pair.error());
    if (!*pair) return (*file)->sync();
    auto a = load(documents, (*pair)->a);
    if (!a) return tl::unexpected(a.error());
    auto b = load(documents, (*pair)->b);
    if (!b) return tl::unexpected(b.error());
    const PairMeasures m = measures(**pair, a->record.full_size, b->record.full_size);
    text = cell(a->names.id) + "\t" + cell(b->names.id) + "\t" + number(m.resemblance.value) +
           "\t" + number(m.a_in_b.value) + "\t" + number(m.b_in_a.value) + "\t" +
           (m.resemblance.exact ? "1" : "0") + "\n";
  }
}

Result<void> write_stats(Disk& disk, const Disk::Path& path, const ClusterSummary& s) {
  json phases = json::array();
  for (const auto& phase : s.phases) {
    phases.push_back({{"name", phase.name}, {"seconds", phase.seconds}, {"bytes", phase.bytes}});
  }
  json skipped = json::array();
  for (const auto& item : s.skipped) {
    skipped.push_back({{"path", item.path}, {"reason", item.reason}});
  }
  const json stats = {{"documents", s.documents},
                      {"bytes", s.bytes},
                      {"identical", s.identical},
                      {"lexical", s.lexical},
                      {"same_sketch", s.same_sketch},
                      {"postings", s.postings},
                      {"candidates", s.candidates},
                      {"pairs", s.pairs},
                      {"clusters", s.clusters},
                      {"clustered", s.clustered},
                      {"phases", phases},
                      {"skipped", skipped}};
  return disk.replace(path, stats.dump(1, ' ', false, kReplace) + "\n");
}

}  // namespace whorl::clustering
