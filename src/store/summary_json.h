// Summaries as JSON: of stats.json, of the manifest, and of commands with --json.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "whorl/dedup.h"

namespace whorl::internal::store {

// {path, reason, kind} each.
nlohmann::json json_of(const std::vector<Skipped>& skipped);

// {name, seconds, bytes} each.
nlohmann::json json_of(const std::vector<ClusterSummary::Phase>& phases);

// What a run counted, which is the same in every run; stats.json.
nlohmann::json counts_of(const ClusterSummary& summary);

// The same, how long it took, and whether there was anything to do.
nlohmann::json json_of(const ClusterSummary& summary);

// The text of a document of JSON: bytes that are not UTF-8, in names, are replaced by U+FFFD.
std::string dump(const nlohmann::json& document);

}  // namespace whorl::internal::store
