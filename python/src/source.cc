#include "source.h"

#include <utility>

#include "names.h"

namespace nb = nanobind;

namespace whorl::python {

Result<bool> PythonSource::next(Record& record) {
  while (!ended_ && (!batch_ || row_ == batch_->size())) {
    row_ = 0;
    const auto asked = call_.on_calling_thread([&] {
      batch_ = nullptr;
      batch_ = batches_.next();
    });
    if (!asked) return tl::unexpected(asked.error());
    ended_ = batch_ == nullptr;
  }
  if (ended_) return false;
  const auto text = batch_->text(row_);
  record.null = !text;
  if (text) record.text = *text;
  batch_->describe(row_, record);
  ++row_;
  ++rows_;
  return true;
}

Input::Input(nb::handle data, ColumnNames names, const std::string& name, Call& call)
    : names_(std::move(names)) {
  if (PyList_Check(data.ptr())) {
    paths_ = names_of(data);
  } else {
    source_ = std::make_unique<PythonSource>(nb::iter(data), names_, name, call);
  }
}

void Input::set(CollectionInput& input) const {
  input.inputs = paths_;
  input.records = source_.get();
  input.text_field = names_.text.value_or("");
  input.id_field = names_.id.value_or("");
}

}  // namespace whorl::python
