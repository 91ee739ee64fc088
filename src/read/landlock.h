// The files that a converter may open, kept by the kernel (Landlock, since Linux 5.13).
#pragma once

#include <string>

#include "base/descriptor.h"

namespace whorl::internal::read {

// The version that this kernel has; 0: none.
int landlock_version();

// Rules for a program of the path `program`: its own folder and those that systems keep programs,
// libraries, fonts and their settings in may be read, `folder` written, nothing else opened, and
// no TCP port used. Holds nothing where the kernel has no Landlock.
base::Descriptor landlock_rules(const std::string& program, const std::string& folder);

// For the calling thread and what it runs from now on, for good. Needs PR_SET_NO_NEW_PRIVS. A
// system call only: it may be called between vfork and exec.
bool enforce_landlock(const base::Descriptor& rules);

}  // namespace whorl::internal::read
