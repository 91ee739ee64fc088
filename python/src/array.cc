#include "array.h"

#include <algorithm>
#include <utility>

namespace whorl::python {
namespace {

struct Bits {
  std::vector<std::uint8_t> bytes;
  std::int64_t unset = 0;
};

template <class IsSet>
Bits bits(std::size_t size, const IsSet& is_set) {
  Bits made{std::vector<std::uint8_t>(size / 8 + 1), 0};
  for (std::size_t i = 0; i < size; ++i) {
    if (is_set(i)) {
      made.bytes[i / 8] |= static_cast<std::uint8_t>(1u << (i % 8));
    } else {
      ++made.unset;
    }
  }
  return made;
}

// Keeps `owned` as long as the column is.
template <class Owned>
std::shared_ptr<Owned> keep(Column& column, Owned owned) {
  auto kept = std::make_shared<Owned>(std::move(owned));
  column.owner = kept;
  return kept;
}

// Null where all are valid, as Arrow has it.
const void* validity(const Bits& valid) { return valid.unset == 0 ? nullptr : valid.bytes.data(); }

template <class T>
ColumnPtr plain(const char* format, std::vector<T> values) {
  auto column = std::make_shared<Column>();
  column->format = format;
  column->length = static_cast<std::int64_t>(values.size());
  const auto kept = keep(*column, std::move(values));
  column->buffers = {nullptr, kept->data()};
  return column;
}

}  // namespace

ColumnPtr numbers(std::vector<std::uint64_t> values) { return plain("L", std::move(values)); }
ColumnPtr numbers(std::vector<std::uint32_t> values) { return plain("I", std::move(values)); }
ColumnPtr numbers(std::vector<double> values) { return plain("g", std::move(values)); }

ColumnPtr numbers(const std::vector<std::optional<std::uint64_t>>& values) {
  auto column = std::make_shared<Column>();
  column->format = "L";
  column->length = static_cast<std::int64_t>(values.size());
  std::vector<std::uint64_t> known(values.size());
  std::ranges::transform(values, known.begin(),
                         [](const auto& value) { return value.value_or(0); });
  auto valid = bits(values.size(), [&](std::size_t i) { return values[i].has_value(); });
  const auto kept = keep(*column, std::pair{std::move(valid), std::move(known)});
  column->null_count = kept->first.unset;
  column->buffers = {validity(kept->first), kept->second.data()};
  return column;
}

ColumnPtr booleans(const std::vector<bool>& values) {
  auto column = std::make_shared<Column>();
  column->format = "b";
  column->length = static_cast<std::int64_t>(values.size());
  const auto kept = keep(*column, bits(values.size(), [&](std::size_t i) { return values[i]; }));
  column->buffers = {nullptr, kept->bytes.data()};
  return column;
}

ColumnPtr binaries(const std::vector<std::optional<std::string>>& values) {
  TextBuilder cells("Z");
  for (const auto& value : values) value ? cells.add(*value) : cells.add_null();
  return std::move(cells).finish();
}

ColumnPtr lists(std::vector<std::uint64_t> offsets, const std::vector<std::uint8_t>& valid,
                ColumnPtr items) {
  auto column = std::make_shared<Column>();
  column->format = "+L";
  column->length = static_cast<std::int64_t>(valid.size());
  auto set = bits(valid.size(), [&](std::size_t i) { return valid[i] != 0; });
  const auto kept = keep(*column, std::pair{std::move(set), std::move(offsets)});
  column->null_count = kept->first.unset;
  column->buffers = {validity(kept->first), kept->second.data()};
  auto named = std::make_shared<Column>(*items);
  named->name = "item";
  column->children = {std::move(named)};
  return column;
}

ColumnPtr structs(std::vector<std::pair<std::string, ColumnPtr>> children) {
  auto column = std::make_shared<Column>();
  column->format = "+s";
  column->length = children.empty() ? 0 : children.front().second->length;
  column->buffers = {nullptr};
  for (auto& [name, child] : children) {
    auto named = std::make_shared<Column>(*child);
    named->name = std::move(name);
    column->children.push_back(std::move(named));
  }
  return column;
}

void TextBuilder::add(std::string_view text) {
  data_ += text;
  offsets_.push_back(static_cast<std::int64_t>(data_.size()));
  valid_.push_back(true);
}

void TextBuilder::add_null() {
  offsets_.push_back(offsets_.back());
  valid_.push_back(false);
}

ColumnPtr TextBuilder::finish() && {
  struct Parts {
    std::vector<std::int64_t> offsets;
    std::string data;
    Bits valid;
  };
  auto column = std::make_shared<Column>();
  column->format = format_;
  column->length = static_cast<std::int64_t>(valid_.size());
  auto valid = bits(valid_.size(), [&](std::size_t i) { return valid_[i]; });
  const auto kept = keep(*column, Parts{std::move(offsets_), std::move(data_), std::move(valid)});
  column->null_count = kept->valid.unset;
  column->buffers = {validity(kept->valid), kept->offsets.data(), kept->data.data()};
  return column;
}

}  // namespace whorl::python
