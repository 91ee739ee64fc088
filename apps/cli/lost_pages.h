// Files of a registry are mapped, so that a page which cannot be read is told by a signal.
#pragma once

namespace whorl::cli {

// From here on SIGBUS ends the process with a sentence, as an error of reading does elsewhere.
void tell_of_lost_pages();

}  // namespace whorl::cli
