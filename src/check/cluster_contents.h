// What the files of a cluster store are to hold.
#pragma once

#include "check/contents.h"
#include "store/manifest.h"

namespace whorl::internal::check {

// Of a finished store; keeps references to the arguments.
Contents contents_of(const store::StoreFiles& files, const store::Manifest& manifest,
                     Progress& progress);

}  // namespace whorl::internal::check
