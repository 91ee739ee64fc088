// Ctrl-C: the first asks the work to stop, the second kills.
#pragma once

namespace whorl::cli {

// Files of a registry are mapped, so that a page which cannot be read is told by a signal.

// From here on SIGBUS ends the process with a sentence, as an error of reading does elsewhere.
void tell_of_lost_pages();

// From here on SIGINT and SIGTERM set a flag instead of ending the process; each only once.
void catch_interrupts();

// The signal that came, 0 for none. Callable from any thread.
int interrupted();

}  // namespace whorl::cli
