#include "store/summary_json.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/json.h"
#include "input/skip_log.h"

namespace whorl::internal::store {
namespace {

using nlohmann::json;

json json_of(const Estimate& share) {
  return {{"low", share.low}, {"value", share.value}, {"high", share.high}};
}

json json_of(const std::optional<ClusterAudit>& audit) {
  if (!audit) return nullptr;
  return {{"documents", audit->documents},    {"truth", audit->truth},
          {"reported", audit->reported},      {"right", audit->right},
          {"recall", json_of(audit->recall)}, {"precision", json_of(audit->precision)}};
}

}  // namespace

json json_of(const std::vector<ClusterSummary::Phase>& phases) {
  json list = json::array();
  for (const auto& phase : phases) {
    list.push_back({{"name", phase.name},
                    {"seconds", phase.seconds},
                    {"bytes", phase.bytes},
                    {"kept", phase.kept}});
  }
  return list;
}

json json_of(const std::vector<Skipped>& skipped) {
  json list = json::array();
  for (const Skipped& s : skipped) {
    list.push_back({{"path", s.path}, {"reason", s.reason}, {"kind", input::name_of(s.kind)}});
  }
  return list;
}

json counts_of(const ClusterSummary& s) {
  return {{"documents", s.documents},
          {"bytes", s.bytes},
          {"revisits", s.revisits},
          {"by_letters", s.by_letters},
          {"unspaced", s.unspaced},
          {"identical", s.identical},
          {"lexical", s.lexical},
          {"same_sketch", s.same_sketch},
          {"postings", s.postings},
          {"candidates", s.candidates},
          {"unknown_candidates", s.unknown_candidates},
          {"pairs", s.pairs ? json(*s.pairs) : json()},
          {"clusters", s.clusters},
          {"clustered", s.clustered},
          {"audit", json_of(s.audit)},
          {"skipped", json_of(s.skipped)}};
}

json json_of(const ClusterSummary& s) {
  json summary = counts_of(s);
  summary["done_before"] = s.done_before;
  summary["phases"] = json_of(s.phases);
  return summary;
}

std::string dump(const json& document) { return base::json_text(document, 1) + "\n"; }

}  // namespace whorl::internal::store

namespace whorl {

using namespace internal;
using namespace internal::store;

std::string to_json(const ClusterSummary& summary) { return store::dump(store::json_of(summary)); }

std::string to_json(const DedupSummary& s) {
  return store::dump({{"documents", s.documents},
                      {"kept", s.kept},
                      {"left_out", s.left_out()},
                      {"identical", s.identical},
                      {"lexical", s.lexical},
                      {"same_sketch", s.same_sketch},
                      {"similar", s.similar},
                      {"large_cluster", s.large_cluster},
                      {"removed", s.removed},
                      {"revisits", s.found.revisits},
                      {"by_letters", s.found.by_letters},
                      {"unspaced", s.found.unspaced},
                      {"skipped", store::json_of(s.found.skipped)}});
}

}  // namespace whorl
