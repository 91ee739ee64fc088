// A sweep store of format 1 as one of the present format.
#pragma once

#include "sweep/manifest.h"
#include "upgrade/conversion.h"

namespace whorl::internal::upgrade {

// Converts all files, and returns the manifest that names them. Fails where a file is not as the
// old manifest says.
Result<sweep::SweepManifest> convert_sweep_store(Conversion& conversion, Progress& progress);

}  // namespace whorl::internal::upgrade
