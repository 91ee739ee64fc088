#include "cluster/checks.h"

#include "base/try.h"
#include "join/store_options.h"
#include "sketch/sketch.h"

namespace whorl::internal::cluster {
namespace {

constexpr std::uint64_t kLeastMemory = 64 << 10;
constexpr std::uint64_t kMostMemory = 1ull << 50;
constexpr unsigned kMostThreads = 1024;

bool is_share(double x) { return x >= 0 && x <= 1; }  // not of NaN

}  // namespace

Result<void> check(const ClusterThresholds& thresholds) {
  if (!is_share(thresholds.resemblance) || !is_share(thresholds.containment)) {
    return fail(ErrorCode::invalid_argument, "a threshold is a number from 0 to 1");
  }
  if (thresholds.resemblance == 0 && thresholds.containment == 0) {
    return fail(ErrorCode::invalid_argument, "give a threshold of resemblance or of containment");
  }
  if (thresholds.survivor == SurvivorChoice::field && thresholds.survivor_field.empty()) {
    return fail(ErrorCode::invalid_argument, "name the field whose greatest number survives");
  }
  return {};
}

Result<void> check(const RunLimits& limits) {
  if (limits.memory < kLeastMemory || limits.memory > kMostMemory) {
    return fail(ErrorCode::invalid_argument,
                "memory is a number of bytes from 65536 (64 KiB) to 2^50, not " +
                    std::to_string(limits.memory));
  }
  if (limits.threads > kMostThreads) {
    return fail(ErrorCode::invalid_argument,
                "threads are a number up to 1024, or 0 for one a core, not " +
                    std::to_string(limits.threads));
  }
  return {};
}

Result<void> check(const ClusterOptions& options) {
  WHORL_RETURN_IF_ERROR(check(options.thresholds));
  WHORL_RETURN_IF_ERROR(check(options.limits));
  if (options.store.empty()) {
    return fail(ErrorCode::invalid_argument, "name a directory for the store");
  }
  if (options.shingling.shingle == 0) {
    return fail(ErrorCode::invalid_argument, "a shingle has at least one symbol");
  }
  if (is_share(options.join.keep_from)) return {};
  return fail(ErrorCode::invalid_argument,
              "pairs are kept from a number from 0 to 1 on; 0: from the thresholds on");
}

Result<void> check_linked(const ClusterThresholds& asked, const store::StoreSettings& kept) {
  if (!join::is_linked(kept)) return {};
  const auto refuse = [](const std::string& what) {
    return fail(ErrorCode::invalid_argument,
                what +
                    ": with --pairs linked a store knows which documents are connected, not "
                    "every pair; cluster with --pairs exact for that");
  };
  if (kept.across) return refuse("--against");
  if (asked.linkage != Linkage::single) return refuse("--link survivor");
  if (asked.resemblance != kept.keep_resemblance || asked.containment != kept.keep_containment) {
    return refuse("another threshold than resemblance " + std::to_string(kept.keep_resemblance) +
                  ", containment " + std::to_string(kept.keep_containment) +
                  " (0: none), by which it was linked");
  }
  const auto sketching = sketch::SketchMethod::parse(kept.sketch);
  if (sketching && sketching->kind() == sketch::SketchKind::smallest) {
    return fail(ErrorCode::invalid_argument,
                "--pairs linked needs sketches whose unions are sketches: --sketch mod, vi or all");
  }
  return {};
}

Result<void> check_outputs(const ClusterOptions& asked, const store::StoreSettings& kept) {
  if (!join::is_linked(kept) || (!asked.write_pairs && asked.audit == 0)) return {};
  return fail(ErrorCode::invalid_argument,
              "--write-pairs and --audit need every pair, which --pairs linked does not seek: "
              "use --pairs exact");
}

Result<void> check_kept(const ClusterThresholds& asked, const store::StoreSettings& kept) {
  if (asked.survivor == SurvivorChoice::field && asked.survivor_field != kept.survivor_field) {
    return fail(ErrorCode::invalid_argument,
                "the store keeps " +
                    (kept.survivor_field.empty() ? std::string("no field of the documents")
                                                 : "the field " + kept.survivor_field) +
                    ", not " + asked.survivor_field +
                    ": cluster again with --survivor field:" + asked.survivor_field);
  }
  if (join::is_linked(kept)) return check_linked(asked, kept);
  const auto serves = [](double threshold, double from) {
    return threshold == 0 || (from > 0 && threshold >= from);
  };
  if (serves(asked.resemblance, kept.keep_resemblance) &&
      serves(asked.containment, kept.keep_containment)) {
    return {};
  }
  return fail(ErrorCode::invalid_argument,
              "the store kept pairs from resemblance " + std::to_string(kept.keep_resemblance) +
                  " and containment " + std::to_string(kept.keep_containment) +
                  " on (0: none): cluster again with a lower --keep-from");
}

}  // namespace whorl::internal::cluster
