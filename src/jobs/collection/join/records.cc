#include "jobs/collection/join/records.h"

template class whorl::internal::base::ExternalSorter<whorl::internal::join::CandidatePair>;
template class whorl::internal::base::ExternalSorter<whorl::internal::join::Prefix>;
