#include "rows.h"

#include <algorithm>

namespace nb = nanobind;

namespace whorl::python {

TextRows::TextRows(nb::object column) : batches_(batches_of_column(std::move(column))) {
  for (const auto& batch : batches_) {
    starts_.push_back(starts_.back() + static_cast<std::size_t>(batch->size()));
  }
}

std::optional<std::string_view> TextRows::operator[](std::size_t row) const {
  const auto after = std::ranges::upper_bound(starts_, row);
  const auto batch = static_cast<std::size_t>(after - starts_.begin()) - 1;
  return batches_[batch]->text(static_cast<std::int64_t>(row - starts_[batch]));
}

TextColumn TextRows::column() const {
  return {size(), [this](std::size_t row) { return (*this)[row]; }};
}

bool TextRows::is_short() const {
  constexpr std::size_t kShort = 1 << 20;  // bytes, done in 10 ms
  std::size_t bytes = 0;
  for (std::size_t row = 0; row < size() && bytes < kShort; ++row) {
    if (const auto text = (*this)[row]) bytes += text->size() + 1;
  }
  return bytes < kShort;
}

}  // namespace whorl::python
