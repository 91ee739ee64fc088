#include "export.h"

#include <cerrno>
#include <memory>
#include <new>
#include <vector>

namespace whorl::python {
namespace {

// What an exported structure owns: the column, and its own children.
template <class Arrow>
struct Exported {
  ColumnPtr column;
  std::vector<Arrow> children;
  std::vector<Arrow*> pointers;
  std::vector<const void*> buffers;
};

// A consumer may have moved a child away: then its release is null.
template <class Arrow>
void release(Arrow* arrow) {
  const std::unique_ptr<Exported<Arrow>> owned(static_cast<Exported<Arrow>*>(arrow->private_data));
  for (Arrow& child : owned->children) {
    if (child.release != nullptr) child.release(&child);
  }
  arrow->release = nullptr;
}

// Makes `out` own `column`, with children that `fill` fills.
template <class Arrow, class Fill>
Exported<Arrow>& own(const ColumnPtr& column, Arrow& out, const Fill& fill) {
  auto owned = std::make_unique<Exported<Arrow>>();
  owned->column = column;
  owned->children.resize(column->children.size());
  owned->pointers.reserve(owned->children.size());
  for (std::size_t i = 0; i < owned->children.size(); ++i) {
    fill(column->children[i], owned->children[i]);
    owned->pointers.push_back(&owned->children[i]);
  }
  out = Arrow{};
  out.n_children = static_cast<std::int64_t>(owned->children.size());
  out.children = owned->pointers.data();
  out.release = release<Arrow>;
  out.private_data = owned.get();
  return *owned.release();
}

struct OneBatch {
  ColumnPtr table;
  std::int64_t first;
  std::int64_t length;
  bool given = false;
};

// No exception may cross the functions of a stream, which C calls.
template <class Fill>
int filled(const Fill& fill) noexcept {
  try {
    fill();
    return 0;
  } catch (const std::bad_alloc&) {
    return ENOMEM;
  }
}

int next_batch(ArrowArrayStream* stream, ArrowArray* out) {
  auto& batch = *static_cast<OneBatch*>(stream->private_data);
  *out = ArrowArray{};
  return filled([&] {
    if (!batch.given) export_array(batch.table, batch.first, batch.length, *out);
    batch.given = true;
  });
}

}  // namespace

void export_schema(const ColumnPtr& column, ArrowSchema& out) {
  own(column, out, export_schema);
  out.format = column->format.c_str();
  out.name = column->name.c_str();
  out.flags = column->null_count > 0 ? kArrowFlagNullable : 0;
}

void export_array(const ColumnPtr& column, std::int64_t first, std::int64_t length,
                  ArrowArray& out) {
  auto& owned = own(column, out, [](const ColumnPtr& child, ArrowArray& to) {
    export_array(child, 0, child->length, to);
  });
  owned.buffers = column->buffers;
  out.buffers = owned.buffers.data();
  out.n_buffers = static_cast<std::int64_t>(owned.buffers.size());
  out.offset = first;
  out.length = length;
  const bool whole = first == 0 && length == column->length;
  out.null_count = whole || column->null_count == 0 ? column->null_count : -1;
}

void export_stream(const ColumnPtr& table, std::int64_t first, std::int64_t length,
                   ArrowArrayStream& out) {
  out = ArrowArrayStream{};
  out.get_schema = [](ArrowArrayStream* stream, ArrowSchema* schema) {
    return filled(
        [&] { export_schema(static_cast<OneBatch*>(stream->private_data)->table, *schema); });
  };
  out.get_next = next_batch;
  out.get_last_error = [](ArrowArrayStream*) -> const char* { return nullptr; };
  out.release = [](ArrowArrayStream* stream) {
    delete static_cast<OneBatch*>(stream->private_data);
    stream->release = nullptr;
  };
  out.private_data = new OneBatch{table, first, length};
}

}  // namespace whorl::python
