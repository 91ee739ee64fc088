#include "store/posting_sorter.h"

template class whorl::internal::base::ExternalSorter<whorl::internal::store::Posting>;
