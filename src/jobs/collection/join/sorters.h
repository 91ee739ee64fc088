// The sorters of records that several sources sort; one source instantiates them.
#pragma once

#include "base/external_sort.h"
#include "jobs/collection/join/records.h"

extern template class whorl::internal::base::ExternalSorter<whorl::internal::join::CandidatePair>;
extern template class whorl::internal::base::ExternalSorter<whorl::internal::join::Prefix>;
