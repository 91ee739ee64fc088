// Ctrl-C: the first asks the work to stop, the second kills.
#pragma once

namespace whorl::cli {

// From here on SIGINT and SIGTERM set a flag instead of ending the process; each only once.
void catch_interrupts();

// The signal that came, 0 for none. Callable from any thread.
int interrupted();

}  // namespace whorl::cli
