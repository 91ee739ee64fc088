// The system calls that a converter has no need of, refused by the kernel (seccomp).
#pragma once

namespace whorl::internal::read {

// For the calling thread and what it runs from now on, for good. Needs PR_SET_NO_NEW_PRIVS. Refused
// with EPERM: sockets, new processes (threads may be), looking into or signalling other processes,
// changing who owns a file or may read it, mounting, and what reaches one of these by another way.
// False where the kernel or the processor has no such filter. System calls only: it may be called
// between vfork and exec.
bool filter_system_calls();

// Whether filter_system_calls() would succeed.
bool can_filter_system_calls();

}  // namespace whorl::internal::read
