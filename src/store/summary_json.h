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

// The counts of a run, which are the same in every run; stats.json.
nlohmann::json counts_of(const ClusterSummary& summary);

// The same, with its times, and whether there was anything to do.
nlohmann::json json_of(const ClusterSummary& summary);

// The text of a JSON document: invalid UTF-8 in names is replaced by U+FFFD.
std::string dump(const nlohmann::json& document);

}  // namespace whorl::internal::store
