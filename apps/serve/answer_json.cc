#include "serve/answer_json.h"

#include <nlohmann/json.hpp>

namespace whorl::serve {
namespace {

using Json = nlohmann::ordered_json;

FingerprintShare share_of(const Json& json) {
  return {json.at("value"), json.at("low"), json.at("high")};
}

std::vector<KnownRange> ranges_of(const Json& json) {
  std::vector<KnownRange> ranges;
  for (const Json& one : json) {
    KnownRange range;
    range.first = one.at("symbols").at(0);
    range.end = one.at("symbols").at(1);
    range.bytes = {one.at("bytes").at(0), one.at("bytes").at(1)};
    range.first_line = one.at("lines").at(0);
    range.last_line = one.at("lines").at(1);
    ranges.push_back(range);
  }
  return ranges;
}

RegistryHit hit_of(const Json& json) {
  RegistryHit hit;
  hit.document.codes = {json.at("owner"), json.at("group"), json.at("name"),
                        json.at("date"),  json.at("url"),   json.at("contact")};
  hit.document.bytes = json.at("bytes");
  hit.document.fingerprints = json.at("fingerprints");
  hit.document.added = json.at("added");
  hit.shared = json.at("shared");
  hit.contained = share_of(json.at("contained"));
  hit.contains = share_of(json.at("contains"));
  hit.symmetric = json.at("symmetric");
  hit.evidence = json.at("evidence");
  hit.rare = json.at("rare");
  hit.ranges = ranges_of(json.at("ranges"));
  hit.sizes_differ = json.at("sizes_differ");
  return hit;
}

}  // namespace

std::optional<RegistryAnswer> parse_answer(const Json& json) try {
  RegistryAnswer answer;
  answer.name = json.at("query");
  answer.bytes = json.at("bytes");
  answer.fingerprints = json.at("fingerprints");
  answer.common = json.at("common");
  answer.base = json.at("base");
  answer.global = share_of(json.at("global"));
  answer.ranges = ranges_of(json.at("ranges"));
  for (const Json& hit : json.at("hits")) answer.hits.push_back(hit_of(hit));
  answer.found = json.at("found");
  answer.hidden = json.at("hidden");
  answer.too_short = json.at("too_short");
  return answer;
} catch (const Json::exception&) {
  return std::nullopt;
}

}  // namespace whorl::serve
