#include <nanobind/nanobind.h>

#include "bindings.h"
#include "table.h"

NB_MODULE(_whorl, module) {
  module.def("version", [] { return WHORL_VERSION; });
  whorl::python::bind_tables(module);
  whorl::python::bind_columns(module);
  whorl::python::bind_sketches(module);
  whorl::python::bind_collections(module);
  whorl::python::bind_stores(module);
  whorl::python::bind_reports(module);
  whorl::python::bind_tasks(module);
  whorl::python::bind_phases(module);
}
