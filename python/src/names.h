// Names of files as `str`: bytes that are not UTF-8 are lone surrogates there, as os.fsdecode()
// makes them.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>
#include <vector>

namespace whorl::python {

inline std::string name_of(nanobind::handle text) {
  PyObject* encoded = PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogateescape");
  if (encoded == nullptr) throw nanobind::python_error();
  const auto bytes = nanobind::steal<nanobind::bytes>(encoded);
  return {bytes.c_str(), bytes.size()};
}

inline std::vector<std::string> names_of(nanobind::handle texts) {
  std::vector<std::string> names;
  for (nanobind::handle text : texts) names.push_back(name_of(text));
  return names;
}

inline nanobind::object str_of(std::string_view name) {
  PyObject* decoded =
      PyUnicode_DecodeUTF8(name.data(), static_cast<Py_ssize_t>(name.size()), "surrogateescape");
  if (decoded == nullptr) throw nanobind::python_error();
  return nanobind::steal(decoded);
}

}  // namespace whorl::python
