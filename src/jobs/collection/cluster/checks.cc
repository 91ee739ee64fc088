#include "jobs/collection/cluster/checks.h"

#include <algorithm>
#include <string>

#include "base/number_text.h"
#include "base/try.h"

namespace whorl::internal::cluster {
namespace {

constexpr std::uint64_t kMinMemory = 64 << 10;
constexpr std::uint64_t kMaxMemory = 1ull << 50;
constexpr unsigned kMaxThreads = 1024;

bool is_share(double x) { return x >= 0 && x <= 1; }  // false for NaN

tl::unexpected<Error> refuse(const std::string& why) {
  return fail(ErrorCode::invalid_argument, why);
}

// The remedy for requests that need every pair.
std::string pairs_flag() { return "--pairs " + std::string(join::kDefaultPairs); }

std::string flag_of(const join::JoinMethodRow& row) { return "--pairs " + std::string(row.name); }

std::string as_text(double resemblance, double containment, const char* joined) {
  return "resemblance " + base::number_text(resemblance) + joined + "containment " +
         base::number_text(containment);
}

// A requested threshold, next to the one of the store's links.
std::string beside(const char* flag, double asked, double kept) {
  const auto text = [](double x) { return x == 0 ? "none" : base::number_text(x); };
  return std::string(flag) + " " + text(asked) + ", where the store is linked by " + text(kept);
}

// The part of `asked` that exceeds what the store keeps instead of pairs, which is valid only for
// the thresholds of the store. Empty if there is none.
std::string beyond(const ClusterThresholds& asked, const join::ResolvedRun& kept) {
  const bool survivors = kept.method.row->keeps == join::JoinKeeps::survivors;
  if (kept.across) return "--against";
  if (asked.linkage != (survivors ? Linkage::survivor : Linkage::single)) {
    return survivors ? "--link single, the default where no --link survivor is given"
                     : "--link survivor";
  }
  if (asked.resemblance != kept.keep_resemblance) {
    return beside("--resemblance", asked.resemblance, kept.keep_resemblance);
  }
  if (asked.containment != kept.keep_containment) {
    return beside("--containment", asked.containment, kept.keep_containment);
  }
  if (!survivors || asked.survivor == kept.survivor) return {};
  return "--survivor " + std::string(store::name_of(asked.survivor));
}

bool keeps_smallest(const join::ResolvedRun& kept) {
  return kept.shingling.sketching.kind() == sketch::SketchKind::smallest;
}

Result<void> check_sketches(const join::ResolvedRun& kept) {
  if (kept.method.row->smallest_sketches || !keeps_smallest(kept)) return {};
  return refuse(flag_of(*kept.method.row) + " needs --sketch mod, vi or all");
}

Result<void> check_field(const ClusterThresholds& asked, const join::ResolvedRun& kept) {
  if (asked.survivor != SurvivorChoice::field || asked.survivor_field == kept.survivor_field) {
    return {};
  }
  const std::string field = kept.survivor_field.empty() ? "no field of the documents"
                                                        : "the field " + kept.survivor_field;
  return refuse("the store has " + field + ", not " + asked.survivor_field +
                ": cluster again with --survivor field:" + asked.survivor_field);
}

// True if pairs kept from `kept_from` on include all pairs from `threshold` on.
bool serves(double threshold, double kept_from) {
  return threshold == 0 || (kept_from > 0 && threshold >= kept_from);
}

}  // namespace

Result<void> check_thresholds(const ClusterThresholds& thresholds) {
  if (!is_share(thresholds.resemblance) || !is_share(thresholds.containment)) {
    return refuse("a threshold is a number from 0 to 1");
  }
  if (thresholds.resemblance == 0 && thresholds.containment == 0) {
    return refuse("give a threshold of resemblance or of containment");
  }
  if (thresholds.survivor == SurvivorChoice::field && thresholds.survivor_field.empty()) {
    return refuse("name the field; of each cluster, the document with the greatest number is kept");
  }
  return {};
}

Result<void> check_limits(const RunLimits& limits) {
  if (limits.memory < kMinMemory || limits.memory > kMaxMemory) {
    return refuse("memory must be from 65536 bytes (64 KiB) to 2^50 bytes, not " +
                  std::to_string(limits.memory) + "; give a unit, such as 500M or 2G");
  }
  if (limits.threads > kMaxThreads) {
    return refuse("threads must be a number up to 1024, or 0 for one per core, not " +
                  std::to_string(limits.threads));
  }
  return {};
}

Result<void> check_options(const ClusterOptions& options) {
  WHORL_RETURN_IF_ERROR(check_thresholds(options.thresholds));
  WHORL_RETURN_IF_ERROR(check_limits(options.limits));
  if (options.store.empty()) return refuse("name a directory for the store");
  if (options.shingling.shingle == 0) return refuse("a shingle has at least one symbol");
  if (is_share(options.join.keep_from)) return {};
  return refuse("--keep-from is a number from 0 to 1; 0 means the thresholds");
}

Result<void> check_keep_from(const ClusterOptions& options, const join::JoinMethod& method) {
  const double from = options.join.keep_from;
  const bool lowers =
      from > 0 && from < std::max(options.thresholds.resemblance, options.thresholds.containment);
  if (!lowers || method.keeps_pairs()) return {};
  return refuse("--keep-from " + base::number_text(from) + ": with " + flag_of(*method.row) +
                " a store keeps no pairs; leave it out, or use " + pairs_flag());
}

Result<void> check_join(const ClusterThresholds& asked, const join::ResolvedRun& kept) {
  if (!kept.method.keeps_pairs()) {
    if (const std::string more = beyond(asked, kept); !more.empty()) {
      return refuse(more + ": with " + flag_of(*kept.method.row) + " a store knows " +
                    std::string(kept.method.row->knows) + ", not every pair; use " + pairs_flag() +
                    " for that");
    }
  }
  return check_sketches(kept);
}

Result<void> check_positions(const join::ResolvedRun& kept) {
  if (!kept.positions) return {};
  if (!kept.features_field.empty()) {
    return refuse("--positions needs texts: features have no positions");
  }
  if (!kept.verify) {
    return refuse(
        "--positions needs all shingles, and --no-verify does not store them: leave out one of "
        "them");
  }
  if (kept.common == 0) return {};
  return refuse(
      "--positions needs all shingles, and --common and --pairs classic skip some: leave out one "
      "of them");
}

Result<void> check_candidates(const join::ResolvedRun& kept) {
  if (kept.candidates.empty() || kept.method.row->name == join::kDefaultPairs) return {};
  return refuse("--candidates names the pairs, but " + flag_of(*kept.method.row) +
                " searches for others: leave out one of them");
}

Result<void> check_within(const join::ResolvedRun& kept) {
  if (kept.within.empty()) return {};
  if (kept.method.row->keeps == join::JoinKeeps::components) {
    return refuse("--within: " + flag_of(*kept.method.row) +
                  " joins near documents of all groups first; use " + pairs_flag());
  }
  if (kept.common == 0) return {};
  return refuse(
      "--within cannot be used with --common or --pairs classic: they count the documents of all "
      "groups, and would skip shingles that are rare in one");
}

Result<void> check_outputs(const ClusterOptions& asked, const join::ResolvedRun& kept) {
  if (asked.audit > 0 && !kept.within.empty()) {
    return refuse(
        "--audit also counts pairs of different groups, and --within skips them: leave out one of "
        "them");
  }
  if (asked.audit > 0 && !kept.verify) {
    return refuse(
        "--audit needs all shingles, and --no-verify does not store them: leave out one of them");
  }
  if (kept.method.keeps_pairs() || (!asked.write_pairs && asked.audit == 0)) return {};
  return refuse("--write-pairs and --audit need every pair, which " + flag_of(*kept.method.row) +
                " does not find: use " + pairs_flag());
}

Result<bool> needs_recount(const ClusterThresholds& asked, const join::ResolvedRun& kept) {
  if (!kept.method.keeps_pairs() || serves(asked.containment, kept.keep_containment)) return false;
  if (!kept.candidates.empty()) return false;  // check_kept() refuses it
  if (!keeps_smallest(kept)) return true;
  return refuse("the store has no pairs with containment " + base::number_text(asked.containment) +
                ", and its sketches (" + kept.shingling.sketching.print() +
                ") are too small to find them: cluster again with --containment, or with "
                "--sketch mod, vi or all");
}

Result<void> check_kept(const ClusterThresholds& asked, const join::ResolvedRun& kept) {
  WHORL_RETURN_IF_ERROR(check_field(asked, kept));
  if (!kept.method.keeps_pairs()) return check_join(asked, kept);
  if (serves(asked.resemblance, kept.keep_resemblance) &&
      serves(asked.containment, kept.keep_containment)) {
    return {};
  }
  return refuse("the store has pairs only from " +
                as_text(kept.keep_resemblance, kept.keep_containment, " and ") +
                " on (0: none): cluster again with a lower --keep-from");
}

}  // namespace whorl::internal::cluster
