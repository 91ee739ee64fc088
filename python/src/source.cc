#include "source.h"

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
  record.id = batch_->id(row_);
  ++row_;
  ++rows_;
  return true;
}

}  // namespace whorl::python
