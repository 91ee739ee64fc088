// What each source of this folder adds to the module.
#pragma once

#include <nanobind/nanobind.h>

namespace whorl::python {

void bind_columns(nanobind::module_& module);
void bind_sketches(nanobind::module_& module);
void bind_collections(nanobind::module_& module);
void bind_stores(nanobind::module_& module);
void bind_reports(nanobind::module_& module);
void bind_tasks(nanobind::module_& module);
void bind_phases(nanobind::module_& module);

// What to_json() of the library says of `value`, as Python has it.
template <class T>
nanobind::object json_of(const T& value) {
  return nanobind::module_::import_("json").attr("loads")(to_json(value).c_str());
}

}  // namespace whorl::python
