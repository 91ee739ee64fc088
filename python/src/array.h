// Column: an Arrow array that this module made, and the builders of its kinds.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace whorl::python {

// Never changed once it is made, so exports share it.
struct Column {
  std::string format;  // of Arrow: "b", "I", "L", "g", "U", "Z", "+L", "+s"
  std::string name;    // of a child of a table or struct
  std::int64_t length = 0;
  std::int64_t null_count = 0;
  std::vector<const void*> buffers;  // as Arrow orders them; null: there is none
  std::vector<std::shared_ptr<const Column>> children;
  std::shared_ptr<const void> owner;  // of what `buffers` point at
};
using ColumnPtr = std::shared_ptr<const Column>;

// Numbers without nulls.
ColumnPtr numbers(std::vector<std::uint64_t> values);
ColumnPtr numbers(std::vector<std::uint32_t> values);
ColumnPtr numbers(std::vector<double> values);
// Numbers; some may be null.
ColumnPtr numbers(const std::vector<std::optional<std::uint64_t>>& values);
ColumnPtr booleans(const std::vector<bool>& values);
// Bytes; some may be null.
ColumnPtr binaries(const std::vector<std::optional<std::string>>& values);
// Lists of `items`, row i from offsets[i] to offsets[i + 1]. `valid` is 0 for a null row.
ColumnPtr lists(std::vector<std::uint64_t> offsets, const std::vector<std::uint8_t>& valid,
                ColumnPtr items);
// A struct, or a table, of columns of one length.
ColumnPtr structs(std::vector<std::pair<std::string, ColumnPtr>> children);

// Collects texts, UTF-8.
class TextBuilder {
 public:
  TextBuilder() = default;
  // "Z": bytes of any kind.
  explicit TextBuilder(const char* format) : format_(format) {}
  void add(std::string_view text);
  void add_null();
  ColumnPtr finish() &&;

 private:
  const char* format_ = "U";
  std::vector<std::int64_t> offsets_ = {0};
  std::string data_;
  std::vector<bool> valid_;
};

}  // namespace whorl::python
