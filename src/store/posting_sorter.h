// The sorter of postings, which several rooms use and one source instantiates.
#pragma once

#include "base/external_sort.h"
#include "store/records.h"

extern template class whorl::internal::base::ExternalSorter<whorl::internal::store::Posting>;
