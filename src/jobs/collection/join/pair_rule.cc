#include "whorl/pair_rule.h"

#include <algorithm>
#include <utility>

#include "jobs/collection/join/candidate_options.h"
#include "jobs/collection/join/prefix_filter.h"
#include "jobs/collection/join/rules.h"

namespace whorl::phases {

using namespace internal;

namespace {

// Prefixes have one hash more than needed for every kLonger hashes. Similar sketches then share
// more hashes of their prefixes, and prefixes_allow() excludes most of the other pairs.
constexpr std::uint64_t kLonger = 7;

bool is_share(double value) { return value >= 0 && value <= 1; }

}  // namespace

struct PairRule::Parts {
  Parts(const Sampling& sampling, double resemblance, double containment)
      : method(sampling), asked{resemblance, containment} {}
  Parts(const Parts&) = delete;  // `shown` refers to `method`
  Parts& operator=(const Parts&) = delete;

  struct Asked {
    double resemblance;
    double containment;
  };
  sketch::Sampler method;
  Asked asked;
  join::ShownRule shown{join::LeastShown::of_resemblance(method, asked.resemblance),
                        join::LeastShown::of_containment(method, asked.containment)};
};

Result<PairRule> PairRule::make(const Sampling& sampling, double resemblance, double containment) {
  if (!is_share(resemblance) || !is_share(containment) || resemblance + containment <= 0) {
    return fail(ErrorCode::invalid_argument,
                "resemblance and containment are from 0 to 1, and at least one is above 0");
  }
  if (sampling.kind == SketchKind::smallest) {
    return fail(ErrorCode::unsupported,
                "sketches of the smallest hashes have no rule of pairs: use mod:M, vi or all");
  }
  return PairRule(std::make_shared<const Parts>(sampling, resemblance, containment));
}

std::span<const std::uint64_t> PairRule::moduli() const { return parts_->method.moduli(); }

std::uint64_t PairRule::prefix(std::uint64_t modulus, std::uint64_t hashes) const {
  const join::LeastShown& least = parts_->shown.resemblance;
  if (least.seeks_none()) return 0;
  const std::uint64_t needed = join::probe_prefix(least.at(modulus, hashes), hashes);
  return std::min(hashes, needed + needed / kLonger);
}

std::uint64_t PairRule::contained_prefix(std::uint64_t modulus, std::uint64_t hashes) const {
  const join::LeastShown& least = parts_->shown.containment;
  return least.seeks_none() ? 0 : join::probe_prefix(least.at(modulus, hashes), hashes);
}

bool PairRule::sizes_allow(std::uint64_t full_a, std::uint64_t full_b) const {
  return parts_->asked.containment > 0 ||
         join::sizes_allow(parts_->asked.resemblance, full_a, full_b);
}

bool PairRule::allows(std::uint64_t modulus, SketchSize a, SketchSize b,
                      std::uint64_t most_shared) const {
  const std::uint64_t most = std::min({most_shared, a.hashes, b.hashes});
  const double least = parts_->shown.resemblance.at(modulus, a.hashes + b.hashes - most);
  return join::resemble(least, a.hashes, b.hashes, most);
}

// A sketch of more hashes makes the union larger, so that more is needed.
bool PairRule::hot_suffice(std::uint64_t modulus, SketchSize size) const {
  return size.hot() > 0 && allows(modulus, size, size, size.hot());
}

// Lists do not form a pair of two sketches whose hot hashes do not suffice by those. So hot hashes
// are not counted in `shared`, as if the prefixes ended before them.
bool PairRule::prefixes_allow(std::uint64_t modulus, SketchSize a, SketchSize b,
                              std::uint64_t shared) const {
  const std::uint64_t behind_a = a.hashes - prefix(modulus, a.hashes),
                      behind_b = b.hashes - prefix(modulus, b.hashes);
  if (allows(modulus, a, b, join::most_shared(shared, behind_a, behind_b))) return true;
  if (a.hot() <= behind_a && b.hot() <= behind_b) return false;
  if (hot_suffice(modulus, a) || hot_suffice(modulus, b)) return false;
  return allows(
      modulus, a, b,
      join::most_shared(shared, std::max(behind_a, a.hot()), std::max(behind_b, b.hot())));
}

bool PairRule::is_candidate(const PairCounts& sketches, std::uint64_t full_a,
                            std::uint64_t full_b) const {
  const auto& [resemblance, containment] = parts_->asked;
  return sizes_allow(full_a, full_b) &&
         parts_->shown.is_met_by({sketches.of_a, sketches.of_b, sketches.both}, sketches.modulus) &&
         may_reach(measures(sketches, full_a, full_b, sketch::kNearlySure), resemblance,
                   containment);
}

bool PairRule::finds(const PairCounts& full_sets) const {
  return reaches(measures(full_sets, full_sets.of_a, full_sets.of_b), parts_->asked.resemblance,
                 parts_->asked.containment);
}

}  // namespace whorl::phases
