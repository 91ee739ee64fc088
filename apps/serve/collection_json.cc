#include "serve/collection_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace whorl::serve {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(const std::optional<std::uint64_t>& number) {
  return number ? Json(*number) : Json(nullptr);
}

}  // namespace

Json shown(const ComparedDocument& d) {
  return {{"id", d.document.id},
          {"url", d.document.url},
          {"date", d.document.date},
          {"bytes", d.document.bytes},
          {"kind", to_string(d.kind)},
          {"resemblance", d.resemblance},
          {"contained", d.contained},
          {"contains", d.contains},
          {"cluster", number_or_null(d.cluster)},
          {"size", d.cluster_size}};
}

Json shown(const NameGroup& group) {
  Json names = Json::array();
  for (const RankedName& n : group.names) {
    names.push_back({{"name", n.name}, {"rank", n.rank}, {"known", n.known}});
  }
  return {{"cluster", number_or_null(group.cluster)}, {"names", std::move(names)}};
}

Json shown(const StoredPassage& p) {
  Json j = {{"at", p.at},
            {"symbols", p.symbols},
            {"begin", p.bytes.begin},
            {"end", p.bytes.end},
            {"text", p.text},
            {"id", p.document.id},
            {"url", p.document.url},
            {"documents", p.documents}};
  if (p.equal) j["equal"] = *p.equal;
  if (p.times == 0) return j;  // the store keeps no positions
  j["times"] = p.times;
  j["places"] = Json::array();
  for (const StoredPlace& place : p.places) {
    j["places"].push_back(
        {{"at", place.at}, {"begin", place.bytes.begin}, {"end", place.bytes.end}});
  }
  return j;
}

Json shown(const StoredCluster& cluster, std::size_t most) {
  Json members = Json::array();
  for (std::size_t i = 0; i < std::min(most, cluster.members.size()); ++i) {
    members.push_back(shown(cluster.members[i]));
  }
  return {{"cluster", number_or_null(cluster.number)},
          {"survivor", cluster.survivor},
          {"size", cluster.members.size()},
          {"members", std::move(members)}};
}

}  // namespace whorl::serve
