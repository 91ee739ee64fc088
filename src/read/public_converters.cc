#include "read/child.h"
#include "read/landlock.h"
#include "read/system_call_filter.h"
#include "whorl/converters.h"

namespace whorl {

using namespace internal;
using namespace internal::read;

std::vector<ConverterProgram> converter_programs() {
  return {{"pdftotext", "PDF", "poppler-utils", read::find_program("pdftotext")},
          {"gs", "PostScript", "ghostscript", read::find_program("gs")}};
}

std::vector<ConverterConfinement> converter_confinement() {
  return {{"limits", "more than their time, memory and temporary files", true},
          {"system_calls", "sockets, new processes and signals to others (seccomp)",
           can_filter_system_calls()},
          {"files", "files but its input, its own folder and the system's (Landlock)",
           landlock_version() > 0}};
}

}  // namespace whorl
