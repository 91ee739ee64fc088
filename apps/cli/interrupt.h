// Signals that end a run. The first Ctrl-C asks the work to stop, the second kills the process.
#pragma once

namespace whorl::cli {

// From here on SIGBUS ends the process with a message. The files of a registry are mapped into
// memory, and the system sends this signal for a page that cannot be read.
void tell_of_lost_pages();

// From here on the first SIGINT and the first SIGTERM set a flag instead of ending the process.
void catch_interrupts();

// The signal that arrived, or 0. May be called from any thread.
int interrupted();

}  // namespace whorl::cli
