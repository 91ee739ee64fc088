// Arrow's structures from the capsules of Python that contain them.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "arrow_abi.h"
#include "errors.h"

namespace whorl::python {

// Moves the structure out of a capsule; the capsule is then empty.
template <class Arrow>
Owned<Arrow> take(nanobind::handle capsule, const char* name) {
  auto* arrow = static_cast<Arrow*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (arrow == nullptr) throw nanobind::python_error();
  if (arrow->release == nullptr) {
    raise({ErrorCode::invalid_argument,
           std::string("the capsule '") + name + "' was read before: give the data itself"});
  }
  return Owned<Arrow>(*arrow);
}

// Throws whorl.UnreadableError if a call of the stream failed.
inline void check(Owned<ArrowArrayStream>& stream, int status) {
  if (status == 0) return;
  const char* why = stream->get_last_error(stream.get());
  raise({ErrorCode::unreadable, "the stream of texts failed: " +
                                    std::string(why != nullptr ? why : "no reason is given")});
}

}  // namespace whorl::python
