#include "jobs/collection/cluster/run_times.h"

#include <nlohmann/json.hpp>

#include "base/file_system.h"
#include "base/json.h"
#include "base/new_file.h"
#include "store/summary_json.h"

namespace whorl::internal::cluster {
namespace {

using nlohmann::json;

constexpr const char* kTimesFile = "times.json";
constexpr std::uint64_t kMostBytes = 1u << 20;  // of it

void take(const json& kept, ClusterSummary::Phase& phase) {
  if (!kept.is_object() || kept.value("name", "") != phase.name) return;
  phase.seconds = kept.value("seconds", 0.0);
  phase.bytes = kept.value("bytes", std::uint64_t{0});
  phase.kept = kept.value("kept", std::uint64_t{0});
}

}  // namespace

Result<void> keep_times(base::FileSystem& file_system, const base::FileSystem::Path& store,
                        const std::vector<ClusterSummary::Phase>& phases) {
  return base::replace_file(file_system, store / kTimesFile,
                            store::dump({{"phases", store::json_of(phases)}}));
}

void recall_times(const base::FileSystem::Path& store, std::vector<ClusterSummary::Phase>& phases) {
  const auto text = base::read_all(base::FileSystem::real(), store / kTimesFile, kMostBytes);
  if (!text) return;
  const json kept = base::parse_json(*text);
  if (!kept.is_object() || !kept.contains("phases") || !kept["phases"].is_array()) return;
  try {
    for (const json& one : kept["phases"]) {
      for (ClusterSummary::Phase& phase : phases) take(one, phase);
    }
  } catch (const json::exception&) {
    // Changed by another program: times are unknown.
  }
}

}  // namespace whorl::internal::cluster
