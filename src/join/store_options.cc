#include "join/store_options.h"

#include <algorithm>

namespace whorl::internal::join {
namespace {

constexpr std::uint32_t kDefaultShingle = 5;  // docs/cluster.md, "What is compared"

}  // namespace

Result<JoinMethod> method_of(const store::StoreSettings& settings) {
  return JoinMethod::parse(settings.pairs);
}

JoinKeeps kept_by(const store::StoreSettings& settings) {
  const auto method = method_of(settings);
  return method ? method->row->keeps : JoinKeeps::pairs;
}

bool keeps_pairs(const store::StoreSettings& settings) {
  return kept_by(settings) == JoinKeeps::pairs;
}

store::StoreSettings settings_of(const ClusterOptions& options) {
  store::StoreSettings s;
  s.inputs = store::input_names(options.input);
  s.files_from = options.input.files_from;
  s.features_field = options.input.features_field;
  s.front_end = options.shingling.front_end;
  s.shingle = options.shingling.shingle.value_or(kDefaultShingle);
  s.letters_below = options.positions ? 0 : options.shingling.letters_below.value_or(s.shingle);
  s.weighted = true;
  s.sketch = options.shingling.sketch;
  s.pairs = options.join.pairs.empty() ? std::string(kDefaultPairs) : options.join.pairs;
  const auto method = method_of(s);
  s.common = options.join.common == 0 && method ? method->row->common : options.join.common;
  s.verify = options.join.verify;
  s.positions = options.positions;
  const auto keep = [&](double threshold) {
    if (threshold <= 0) return 0.0;
    return options.join.keep_from > 0 ? std::min(options.join.keep_from, threshold) : threshold;
  };
  s.keep_resemblance = keep(options.thresholds.resemblance);
  s.keep_containment = keep(options.thresholds.containment);
  s.survivor_field = options.thresholds.survivor_field;
  if (kept_by(s) == JoinKeeps::survivors) s.survivor = options.thresholds.survivor;
  return s;
}

Result<void> same_method(const ClusterOptions& options, const store::StoreSettings& stored) {
  store::StoreSettings asked = settings_of(options);
  if (!options.shingling.letters_below) asked.letters_below = stored.letters_below;
  return store::same_method(asked, stored, settings_of(ClusterOptions{}));
}

}  // namespace whorl::internal::join
