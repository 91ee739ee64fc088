#include "options.h"

#include <nanobind/stl/string.h>

#include <string>
#include <string_view>

namespace nb = nanobind;

namespace whorl::python {
namespace {

constexpr std::string_view kField = "field:";

// Sets `to` if the option is there and not None.
template <class T>
void set(const nb::dict& options, const char* name, T& to) {
  if (!options.contains(name)) return;
  const nb::object value = nb::borrow(options[name]);
  if (!value.is_none()) to = nb::cast<T>(value);
}

[[noreturn]] void wrong(const char* name, std::string_view value, const char* choices) {
  const std::string message =
      std::string(name) + "='" + std::string(value) + "': it is one of " + choices;
  throw nb::value_error(message.c_str());
}

void set_survivor(std::string_view value, ClusterThresholds& thresholds) {
  if (value == "longest") {
    thresholds.survivor = SurvivorChoice::longest;
  } else if (value == "first") {
    thresholds.survivor = SurvivorChoice::first;
  } else if (value == "newest") {
    thresholds.survivor = SurvivorChoice::newest;
  } else if (value.starts_with(kField)) {
    thresholds.survivor = SurvivorChoice::field;
    thresholds.survivor_field = value.substr(kField.size());
  } else {
    wrong("survivor", value, "longest, first, newest, field:NAME");
  }
}

void set_link(std::string_view value, ClusterThresholds& thresholds) {
  if (value == "survivor") {
    thresholds.linkage = Linkage::survivor;
  } else if (value == "single") {
    thresholds.linkage = Linkage::single;
  } else {
    wrong("link", value, "survivor, single");
  }
}

ClusterThresholds thresholds_of(const nb::dict& options) {
  ClusterThresholds thresholds;
  std::string survivor = "longest";
  std::string link = "survivor";
  set(options, "survivor", survivor);
  set(options, "link", link);
  set(options, "resemblance", thresholds.resemblance);
  set(options, "containment", thresholds.containment);
  set_survivor(survivor, thresholds);
  set_link(link, thresholds);
  return thresholds;
}

}  // namespace

ClusterOptions collection_options(const nb::dict& options) {
  ClusterOptions made;
  made.thresholds = thresholds_of(options);
  std::uint32_t shingle = 0;
  set(options, "shingle", shingle);
  if (shingle != 0) made.shingling.shingle = shingle;
  set(options, "sketch", made.shingling.sketch);
  set(options, "front_end", made.shingling.front_end);
  set(options, "store", made.store);
  set(options, "memory", made.limits.memory);
  set(options, "threads", made.limits.threads);
  set(options, "temporary", made.limits.temporary);
  return made;
}

}  // namespace whorl::python
