// What the files of a sweep store are to hold.
#pragma once

#include "check/contents.h"
#include "sweep/manifest.h"

namespace whorl::internal::check {

// Keeps references to the arguments.
Contents contents_of(const store::StoreFiles& files, const sweep::SweepManifest& manifest,
                     Progress& progress);

}  // namespace whorl::internal::check
