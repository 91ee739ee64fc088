// Options of Python as those of the library. Names and values are those of the command's flags.
#pragma once

#include <nanobind/nanobind.h>

#include "whorl/cluster.h"

namespace whorl::python {

// What `options` says of how documents are compared, stored and found similar: resemblance,
// containment, survivor, link, shingle, sketch, front_end, pairs, positions, store, memory,
// threads, temporary. By default documents are linked by their survivors. Throws ValueError for a
// word that is none of these.
ClusterOptions collection_options(const nanobind::dict& options);

}  // namespace whorl::python
