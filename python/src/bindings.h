// What each source of this folder adds to the module.
#pragma once

#include <nanobind/nanobind.h>

namespace whorl::python {

void bind_columns(nanobind::module_& module);
void bind_sketches(nanobind::module_& module);
void bind_collections(nanobind::module_& module);

}  // namespace whorl::python
