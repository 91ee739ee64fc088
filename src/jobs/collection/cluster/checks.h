// What is refused before a run: thresholds that are none, and what the store's join method, by its
// row (jobs/collection/join/join_method.h), cannot serve.
#pragma once

#include "jobs/collection/join/resolved_run.h"
#include "whorl/cluster.h"

namespace whorl::internal::cluster {

// Thresholds are shares, and one of them is given.
Result<void> check_thresholds(const ClusterThresholds& thresholds);

// Memory and threads are numbers that a machine may have.
Result<void> check_limits(const RunLimits& limits);

// Of the thresholds, limits and numbers; names of methods are checked where they are resolved.
Result<void> check_options(const ClusterOptions& options);

// Whether a store by `method` keeps pairs, if they are to be kept from lower values on than the
// thresholds.
Result<void> check_keep_from(const ClusterOptions& options, const join::JoinMethod& method);

// Whether a store by `kept` can be made and clustered by the thresholds that it is made with.
Result<void> check_join(const ClusterThresholds& asked, const join::ResolvedRun& kept);

// Whether a store by `kept` can keep positions, if it is to.
Result<void> check_positions(const join::ResolvedRun& kept);

// Whether a store by `kept` can count the pairs of a file, if it is to.
Result<void> check_candidates(const join::ResolvedRun& kept);

// Whether a store by `kept` can keep groups apart, if it is to.
Result<void> check_within(const join::ResolvedRun& kept);

// Whether a store by `kept` can show every pair, if it is asked to.
Result<void> check_outputs(const ClusterOptions& asked, const join::ResolvedRun& kept);

// Whether pairs of a lower containment than a store kept are asked for, which can be counted on
// what it holds. Refuses where they cannot be found by its sketches.
Result<bool> needs_recount(const ClusterThresholds& asked, const join::ResolvedRun& kept);

// Whether what a store kept serves the thresholds, and the field that decides the survivor.
Result<void> check_kept(const ClusterThresholds& asked, const join::ResolvedRun& kept);

}  // namespace whorl::internal::cluster
