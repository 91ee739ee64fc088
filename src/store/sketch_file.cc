#include "store/sketch_file.h"

#include <utility>

namespace whorl::internal::store {
namespace {

constexpr std::size_t kWindow = 1 << 17;  // hashes, 1 MiB

}  // namespace

Result<std::uint64_t> HashListWriter::add(sketch::ShingleSpan hashes) {
  if (auto added = file_->append(std::as_bytes(hashes)); !added) {
    return tl::unexpected(added.error());
  }
  return std::exchange(written_, written_ + hashes.size());
}

Result<void> HashListReader::read(std::uint64_t offset, std::size_t count,
                                  std::vector<std::uint64_t>& out) const {
  out.resize(count);
  auto got = file_->read(offset * sizeof(std::uint64_t), std::as_writable_bytes(std::span(out)));
  if (!got) return tl::unexpected(got.error());
  if (*got != count * sizeof(std::uint64_t)) {
    return fail(ErrorCode::corrupt, "a list of hashes ends early: the store is damaged");
  }
  return {};
}

Result<void> for_each_sketch(const HashListReader& lists, const std::vector<SketchEntry>& entries,
                             const std::function<bool(DocId)>& wanted, const SketchVisitor& visit,
                             DocId begin) {
  std::vector<std::uint64_t> window;
  for (std::size_t first = begin; first < entries.size();) {
    std::size_t last = first;
    std::uint64_t hashes = 0;
    while (last < entries.size() && (last == first || hashes + entries[last].count <= kWindow)) {
      hashes += entries[last++].count;
    }
    if (auto read = lists.read(entries[first].offset, hashes, window); !read) return read;
    sketch::ShingleSpan rest = window;
    for (; first < last; ++first) {
      const SketchEntry& entry = entries[first];
      const sketch::SketchView view(rest.first(entry.count), entry.modulus, entry.full_size);
      rest = rest.subspan(entry.count);
      if (!wanted(static_cast<DocId>(first))) continue;
      if (auto done = visit(static_cast<DocId>(first), view); !done) return done;
    }
  }
  return {};
}

}  // namespace whorl::internal::store
