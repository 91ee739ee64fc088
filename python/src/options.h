// Options of Python as those of the library. Names and values are those of the command's flags.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string>

#include "batches.h"
#include "whorl/cluster.h"

namespace whorl::python {

// The values in `options` about how documents are compared, stored and found similar:
// `resemblance`, `containment`, `survivor`, `link`, `shingle`, `sketch`, `front_end`,
// `letters_below`, `pairs`, `positions`, `store`, `memory`, `threads`. Throws
// whorl.InvalidArgumentError for other words.
ClusterOptions collection_options(const nanobind::dict& options);

// The columns that these options need of batches. Dates are in a column "date".
ColumnNames columns_for(const ClusterThresholds& thresholds, const std::string& text,
                        const std::optional<std::string>& id);

}  // namespace whorl::python
