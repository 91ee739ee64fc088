#include "jobs/collection/join/resolved_run.h"

#include <algorithm>

#include "base/try.h"

namespace whorl::internal::join {
namespace {

constexpr std::uint32_t kDefaultShingle = 5;  // docs/cluster.md, "What is compared"

}  // namespace

Result<ResolvedRun> ResolvedRun::of(const store::StoreSettings& settings) {
  WHORL_ASSIGN_OR_RETURN(const auto method, JoinMethod::parse(settings.pairs));
  WHORL_ASSIGN_OR_RETURN(auto shingling, store::shingling_of(settings));
  return ResolvedRun{settings, method, std::move(shingling)};
}

store::StoreSettings settings_of(const ClusterOptions& options) {
  store::StoreSettings s;
  s.inputs = store::input_names(options.input);
  s.files_from = options.input.files_from;
  s.features_field = options.input.features_field;
  s.within = options.input.group_field;
  s.front_end = options.shingling.front_end;
  s.shingle = options.shingling.shingle.value_or(kDefaultShingle);
  s.letters_below = options.positions ? 0 : options.shingling.letters_below.value_or(s.shingle);
  s.weighted = true;
  s.sketch = options.shingling.sketch;
  s.pairs = options.join.pairs.empty() ? std::string(kDefaultPairs) : options.join.pairs;
  s.common = options.join.common;
  s.verify = options.join.verify;
  s.positions = options.positions;
  const auto keep = [&](double threshold) {
    if (threshold <= 0) return 0.0;
    return options.join.keep_from > 0 ? std::min(options.join.keep_from, threshold) : threshold;
  };
  s.keep_resemblance = keep(options.thresholds.resemblance);
  s.keep_containment = keep(options.thresholds.containment);
  s.survivor_field = options.thresholds.survivor_field;
  const auto method = JoinMethod::parse(s.pairs);
  if (!method) return s;
  if (s.common == 0) s.common = method->row->common;
  if (method->row->keeps == JoinKeeps::survivors) s.survivor = options.thresholds.survivor;
  return s;
}

Result<void> same_method(const ClusterOptions& options, store::StoreSettings asked,
                         const store::StoreSettings& stored) {
  if (!options.shingling.letters_below) asked.letters_below = stored.letters_below;
  return store::same_method(asked, stored, settings_of(ClusterOptions{}));
}

}  // namespace whorl::internal::join
