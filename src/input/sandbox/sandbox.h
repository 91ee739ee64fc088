// What the kernel refuses to a converter: files (Landlock) and system calls (seccomp).
#pragma once

#include <string>
#include <vector>

#include "base/descriptor.h"

namespace whorl::internal::input {

// The files that a converter may open, enforced by the kernel (Landlock, since Linux 5.13).

// The version of this kernel; 0: none.
int landlock_version();

// Rules for a program of the path `program`. It may read its own folder, the system's folders of
// programs, libraries, fonts and settings, and the folders `readable`. It may write `folder`. It
// may open no other files and use no TCP port. Empty if the kernel has no Landlock.
base::Descriptor landlock_rules(const std::string& program, const std::string& folder,
                                const std::vector<std::string>& readable = {});

// Applies to the calling thread and all that it runs from now on, permanently. Needs
// PR_SET_NO_NEW_PRIVS. A system call only: it may be called between vfork and exec.
bool enforce_landlock(const base::Descriptor& rules);

// Applies to the calling thread and all that it runs from now on, permanently. Needs
// PR_SET_NO_NEW_PRIVS. Refused with EPERM: sockets, new processes (threads are allowed), reading or
// signalling other processes, changing the owner or permissions of files, mounting, and calls that
// achieve one of these in another way. False if the kernel or the processor has no such filter.
// System calls only: it may be called between vfork and exec.
bool filter_system_calls();

// Both, and a small limit of open files. Omits what this kernel does not support;
// converter_confinement() reports that. System calls only: it may be called between vfork and exec.
void confine(const base::Descriptor& rules);

// True if filter_system_calls() would succeed.
bool can_filter_system_calls();

}  // namespace whorl::internal::input
