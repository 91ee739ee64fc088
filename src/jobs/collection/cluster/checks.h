// Checks before a run: refuses invalid thresholds, and requests that the store's join method, by
// its row (jobs/collection/join/join_method.h), cannot serve.
#pragma once

#include "jobs/collection/join/resolved_run.h"
#include "whorl/cluster.h"

namespace whorl::internal::cluster {

// Fails unless thresholds are shares, and at least one is given.
Result<void> check_thresholds(const ClusterThresholds& thresholds);

// Fails if memory or threads are impossible numbers.
Result<void> check_limits(const RunLimits& limits);

// Checks thresholds, limits and numbers; names of methods are checked where they are resolved.
Result<void> check_options(const ClusterOptions& options);

// If pairs are to be kept from lower values on than the thresholds: fails unless a store by
// `method` keeps pairs.
Result<void> check_keep_from(const ClusterOptions& options, const join::JoinMethod& method);

// Fails unless a store by `kept` can be made and clustered by its own thresholds.
Result<void> check_join(const ClusterThresholds& asked, const join::ResolvedRun& kept);

// If positions are requested: fails unless a store by `kept` can keep them.
Result<void> check_positions(const join::ResolvedRun& kept);

// If a file of pairs is given: fails unless a store by `kept` can count them.
Result<void> check_candidates(const join::ResolvedRun& kept);

// If groups are requested: fails unless a store by `kept` can separate them.
Result<void> check_within(const join::ResolvedRun& kept);

// If every pair is requested: fails unless a store by `kept` can show them.
Result<void> check_outputs(const ClusterOptions& asked, const join::ResolvedRun& kept);

// True if the request needs pairs of a lower containment than the store kept, and these can be
// counted from its contents. Fails if its sketches cannot find them.
Result<bool> needs_recount(const ClusterThresholds& asked, const join::ResolvedRun& kept);

// Fails unless the kept data serve the thresholds, and the field that decides which documents are
// kept.
Result<void> check_kept(const ClusterThresholds& asked, const join::ResolvedRun& kept);

}  // namespace whorl::internal::cluster
