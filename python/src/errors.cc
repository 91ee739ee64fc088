#include "errors.h"

#include <nanobind/nanobind.h>

#include "names.h"

namespace nb = nanobind;

namespace whorl::python {
namespace {

const char* name(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument:
      return "invalid_argument";
    case ErrorCode::not_found:
      return "not_found";
    case ErrorCode::unreadable:
      return "unreadable";
    case ErrorCode::unsupported:
      return "unsupported";
    case ErrorCode::corrupt:
      return "corrupt";
    case ErrorCode::limit_exceeded:
      return "limit_exceeded";
    case ErrorCode::io:
      return "io";
    case ErrorCode::disk_full:
      return "disk_full";
    case ErrorCode::cancelled:
      return "cancelled";
    case ErrorCode::out_of_memory:
      return "out_of_memory";
    case ErrorCode::internal:
      return "internal";
  }
  return "internal";
}

}  // namespace

void raise(const Error& error) {
  const nb::object type =
      nb::module_::import_("whorl._errors").attr("BY_CODE")[nb::str(name(error.code))];
  PyErr_SetObject(type.ptr(), str_of(error.message).ptr());
  throw nb::python_error();
}

void raise_column_type(const std::string& message) {
  const nb::object type = nb::module_::import_("whorl._errors").attr("ColumnTypeError");
  PyErr_SetObject(type.ptr(), str_of(message).ptr());
  throw nb::python_error();
}

void check_signals() {
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

}  // namespace whorl::python
