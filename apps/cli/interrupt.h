// Signals that end a run. Ctrl-C: the first asks the work to stop, the second kills.
#pragma once

namespace whorl::cli {

// From here on SIGBUS ends the process with a sentence. Files of a registry are mapped, and the
// system reports a page that cannot be read by this signal.
void tell_of_lost_pages();

// From here on SIGINT and SIGTERM set a flag instead of ending the process; each only once.
void catch_interrupts();

// The signal that came, 0 for none. Callable from any thread.
int interrupted();

}  // namespace whorl::cli
