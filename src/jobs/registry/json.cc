// Answers of registries as JSON. Format: docs/format.md, "registry answers".
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "whorl/registry.h"

namespace whorl {
namespace {

using json = nlohmann::ordered_json;

std::string dumped(const json& object, int indent = -1) {
  return internal::base::json_text(object, indent);
}

json json_of(const DocumentCodes& codes) {
  return {{"owner", codes.owner}, {"group", codes.group}, {"name", codes.name},
          {"date", codes.date},   {"url", codes.url},     {"contact", codes.contact}};
}

json json_of(const RegisteredDocument& d) {
  json object = json_of(d.codes);
  object["bytes"] = d.bytes;
  object["fingerprints"] = d.fingerprints;
  object["added"] = d.added;
  return object;
}

json json_of(const Estimate& share) {
  return {{"value", share.value}, {"low", share.low}, {"high", share.high}};
}

json json_of(const std::vector<KnownRange>& ranges) {
  json list = json::array();
  for (const KnownRange& range : ranges) {
    list.push_back({{"symbols", {range.first, range.end}},
                    {"bytes", {range.bytes.begin, range.bytes.end}},
                    {"lines", {range.first_line, range.last_line}}});
  }
  return list;
}

json json_of(const RegistryHit& hit) {
  json object = json_of(hit.document);
  object["shared"] = hit.shared;
  object["contained"] = json_of(hit.contained);
  object["contains"] = json_of(hit.contains);
  object["symmetric"] = hit.symmetric;
  object["rare"] = hit.rare;
  object["evidence"] = hit.evidence;
  object["sizes_differ"] = hit.sizes_differ;
  object["ranges"] = json_of(hit.ranges);
  return object;
}

json json_of(const std::vector<Skipped>& skipped) {
  json list = json::array();
  for (const Skipped& one : skipped) list.push_back({{"path", one.path}, {"reason", one.reason}});
  return list;
}

}  // namespace

std::string to_json(const RegistryAnswer& answer) {
  json hits = json::array();
  for (const RegistryHit& hit : answer.hits) hits.push_back(json_of(hit));
  return dumped({{"query", answer.name},
                 {"bytes", answer.bytes},
                 {"fingerprints", answer.fingerprints},
                 {"too_short", answer.too_short},
                 {"common", answer.common},
                 {"base", answer.base},
                 {"global", json_of(answer.global)},
                 {"ranges", json_of(answer.ranges)},
                 {"found", answer.found},
                 {"hidden", answer.hidden},
                 {"hits", std::move(hits)}});
}

std::string to_json(const RegisteredDocument& document) { return dumped(json_of(document)); }

std::string to_json(const RegistryText& text) {
  json object = {{"id", text.codes.name}};
  if (!text.codes.url.empty()) object["url"] = text.codes.url;
  if (!text.codes.date.empty()) object["date"] = text.codes.date;
  object["text"] = text.text;
  return dumped(object);
}

std::string to_json(const AddedToRegistry& added) {
  return dumped({{"added", added.added},
                 {"replaced", added.replaced},
                 {"unchanged", added.unchanged},
                 {"too_short", added.too_short},
                 {"fingerprints", added.fingerprints},
                 {"skipped", json_of(added.skipped)}},
                1) +
         "\n";
}

std::string to_json(const RegistryStats& stats) {
  return dumped({{"scheme", stats.scheme},
                 {"recipe", stats.recipe},
                 {"keyed", stats.keyed},
                 {"changes_key", stats.changes_key},
                 {"documents", stats.documents},
                 {"postings", stats.postings},
                 {"removed", stats.removed},
                 {"bytes", stats.bytes},
                 {"bytes_a_document", stats.bytes_a_document},
                 {"bytes_a_posting", stats.bytes_a_posting}},
                1) +
         "\n";
}

std::string to_json(const SearchSuspicions& suspicions) {
  json documents = json::array();
  for (const SearchedDocument& one : suspicions.documents) {
    json object = json_of(one.document);
    object["searches"] = one.searches;
    documents.push_back(std::move(object));
  }
  return dumped({{"searches", suspicions.searches},
                 {"usual", suspicions.usual},
                 {"documents", std::move(documents)}},
                1) +
         "\n";
}

std::string to_json(const RefreshedRegistry& refreshed) {
  return dumped({{"draw", refreshed.draw},
                 {"refreshed", refreshed.refreshed},
                 {"waiting", refreshed.waiting},
                 {"skipped", refreshed.skipped.size()}},
                1) +
         "\n";
}

std::string to_json(const ExportedFromRegistry& exported) {
  return dumped({{"documents", exported.documents}, {"fingerprints", exported.fingerprints}}, 1) +
         "\n";
}

std::string to_json(const RegistryCheck& check) {
  return dumped({{"documents", check.documents},
                 {"postings", check.postings},
                 {"faults", check.faults}},
                1) +
         "\n";
}

}  // namespace whorl
