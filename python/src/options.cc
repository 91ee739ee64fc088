#include "options.h"

#include <string>
#include <string_view>

#include "option_values.h"

namespace nb = nanobind;

namespace whorl::python {
namespace {

constexpr std::string_view kField = "field:";

void set_survivor(const nb::dict& options, ClusterThresholds& thresholds) {
  std::string survivor;
  set(options, "survivor", survivor);
  if (survivor.starts_with(kField) && survivor.size() > kField.size()) {
    thresholds.survivor = SurvivorChoice::field;
    thresholds.survivor_field = survivor.substr(kField.size());
    return;
  }
  set_choice(options, "survivor", thresholds.survivor,
             {{"longest", SurvivorChoice::longest},
              {"first", SurvivorChoice::first},
              {"newest", SurvivorChoice::newest},
              {"field:NAME", SurvivorChoice::field}});
}

ClusterThresholds thresholds_of(const nb::dict& options) {
  ClusterThresholds thresholds;
  set(options, "resemblance", thresholds.resemblance);
  set(options, "containment", thresholds.containment);
  set_choice(options, "link", thresholds.linkage,
             {{"survivor", Linkage::survivor}, {"single", Linkage::single}});
  set_survivor(options, thresholds);
  return thresholds;
}

}  // namespace

ClusterOptions collection_options(const nb::dict& options) {
  ClusterOptions made;
  made.thresholds = thresholds_of(options);
  set_if_given(options, "shingle", made.shingling.shingle);
  set(options, "sketch", made.shingling.sketch);
  set(options, "front_end", made.shingling.front_end);
  set_if_given(options, "letters_below", made.shingling.letters_below);
  set(options, "pairs", made.join.pairs);
  set(options, "positions", made.positions);
  set(options, "store", made.store);
  set(options, "memory", made.limits.memory);
  set(options, "threads", made.limits.threads);
  return made;
}

ColumnNames columns_for(const ClusterThresholds& thresholds, const std::string& text,
                        const std::optional<std::string>& id) {
  ColumnNames names{.text = text, .id = id};
  if (thresholds.survivor == SurvivorChoice::newest) names.date = "date";
  if (thresholds.survivor == SurvivorChoice::field) names.rank = thresholds.survivor_field;
  return names;
}

}  // namespace whorl::python
