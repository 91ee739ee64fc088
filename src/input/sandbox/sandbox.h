// What the kernel refuses to a converter: files (Landlock) and system calls (seccomp).
#pragma once

#include <string>
#include <vector>

#include "base/descriptor.h"

namespace whorl::internal::input {

// The files that a converter may open, kept by the kernel (Landlock, since Linux 5.13).

// The version that this kernel has; 0: none.
int landlock_version();

// Rules for a program of the path `program`: its own folder and those that systems keep programs,
// libraries, fonts and their settings in may be read, and the folders `readable`, `folder` written,
// nothing else opened, and no TCP port used. Holds nothing where the kernel has no Landlock.
base::Descriptor landlock_rules(const std::string& program, const std::string& folder,
                                const std::vector<std::string>& readable = {});

// For the calling thread and what it runs from now on, for good. Needs PR_SET_NO_NEW_PRIVS. A
// system call only: it may be called between vfork and exec.
bool enforce_landlock(const base::Descriptor& rules);

// For the calling thread and what it runs from now on, for good. Needs PR_SET_NO_NEW_PRIVS. Refused
// with EPERM: sockets, new processes (threads may be), looking into or signalling other processes,
// changing who owns a file or may read it, mounting, and what reaches one of these by another way.
// False where the kernel or the processor has no such filter. System calls only: it may be called
// between vfork and exec.
bool filter_system_calls();

// Both, and few open files. What the kernel of this machine does not have is left out;
// converter_confinement() reports that. System calls only: it may be called between vfork and exec.
void confine(const base::Descriptor& rules);

// Whether filter_system_calls() would succeed.
bool can_filter_system_calls();

}  // namespace whorl::internal::input
