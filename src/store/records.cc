#include "store/records.h"

template class whorl::internal::base::ExternalSorter<whorl::internal::store::Posting>;
