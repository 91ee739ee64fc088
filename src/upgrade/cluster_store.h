// A cluster store of format 3 as one of the present format.
#pragma once

#include "store/manifest.h"
#include "upgrade/conversion.h"

namespace whorl::internal::upgrade {

// Converts all files, and returns the manifest that names them. Fails where a file is not as the
// old manifest says.
Result<store::Manifest> convert_cluster_store(Conversion& conversion, Progress& progress);

}  // namespace whorl::internal::upgrade
