// The structures of the Arrow C data interface and C stream interface
// (https://arrow.apache.org/docs/format/CDataInterface.html), and their owners.
#pragma once

#include <cstdint>
#include <utility>

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

inline constexpr std::int64_t kArrowFlagNullable = 2;

#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
  int (*get_next)(ArrowArrayStream*, ArrowArray* out);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};

#endif

namespace whorl::python {

// Owns one of these structures and releases it at the end.
template <class Arrow>
class Owned {
 public:
  Owned() = default;
  // Takes the content of `from`, which then is released.
  explicit Owned(Arrow& from) : arrow_(std::exchange(from, Arrow{})) {}
  Owned(Owned&& other) noexcept : arrow_(std::exchange(other.arrow_, Arrow{})) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(arrow_, other.arrow_);
    return *this;
  }
  ~Owned() { reset(); }

  void reset() {
    if (arrow_.release != nullptr) arrow_.release(&arrow_);
    arrow_ = Arrow{};
  }
  bool empty() const { return arrow_.release == nullptr; }
  // For a function that fills it. Releases what it has.
  Arrow* out() {
    reset();
    return &arrow_;
  }
  Arrow* get() { return &arrow_; }
  const Arrow& operator*() const { return arrow_; }
  const Arrow* operator->() const { return &arrow_; }

 private:
  Arrow arrow_ = {};
};

}  // namespace whorl::python
