#include "store/sketch_file.h"

#include <algorithm>
#include <utility>

#include "base/huge_pages.h"
#include "base/try.h"

namespace whorl::internal::store {
namespace {

constexpr std::size_t kHashWindow = 1 << 17;  // hashes, 1 MiB

tl::unexpected<Error> ends_early() {
  return fail(ErrorCode::corrupt, "a list of hashes ends early: the store is damaged");
}

// Fails if a list is not inside a file of `all` hashes.
Result<void> check_place(std::uint64_t all, std::uint64_t offset, std::uint64_t count) {
  if (offset > all || count > all - offset) return ends_early();
  return {};
}

}  // namespace

Result<std::uint64_t> HashListWriter::add(sketch::ShingleSpan hashes) {
  WHORL_RETURN_IF_ERROR(file_->append(std::as_bytes(hashes)));
  return std::exchange(written_, written_ + hashes.size());
}

Result<sketch::ShingleSpan> list_in(sketch::ShingleSpan all, std::uint64_t offset,
                                    std::uint64_t count) {
  WHORL_RETURN_IF_ERROR(check_place(all.size(), offset, count));
  return all.subspan(offset, count);
}

void HashListReader::adopt(std::shared_ptr<const std::vector<std::uint64_t>> all) {
  if (all && all->size() * sizeof(std::uint64_t) == bytes()) held_ = std::move(all);
}

Result<void> HashListReader::hold(std::uint64_t most) {
  if (held_ || bytes() > most) return {};
  // Window by window: the pages that resize() writes are still in the cache when they are
  // overwritten, and a watched reader asks at each window whether to go on.
  constexpr std::size_t kWindow = 1 << 15;  // hashes, 256 KiB
  const std::size_t count = bytes() / sizeof(std::uint64_t);
  std::vector<std::uint64_t> all;
  base::reserve_long(all, count);
  while (all.size() < count) {
    const std::size_t at = all.size();
    all.resize(std::min(count, at + kWindow));
    WHORL_RETURN_IF_ERROR(read_file(at, std::span(all).subspan(at)));
  }
  held_ = std::make_shared<const std::vector<std::uint64_t>>(std::move(all));
  return {};
}

Result<void> HashListReader::read(std::uint64_t offset, std::size_t count,
                                  std::vector<std::uint64_t>& out) const {
  if (held_) {
    WHORL_ASSIGN_OR_RETURN(const auto list, list_in(*held_, offset, count));
    out.assign(list.begin(), list.end());
    return {};
  }
  // Before memory is allocated for the length in a record that may be damaged.
  WHORL_RETURN_IF_ERROR(check_place(bytes() / sizeof(std::uint64_t), offset, count));
  out.resize(count);
  return read_file(offset, out);
}

Result<void> HashListReader::read_file(std::uint64_t offset, std::span<std::uint64_t> out) const {
  const auto bytes = std::as_writable_bytes(out);
  WHORL_ASSIGN_OR_RETURN(auto got, file_->read(offset * sizeof(std::uint64_t), bytes));
  return got == bytes.size() ? Result<void>{} : ends_early();
}

Result<void> for_each_sketch(const HashListReader& lists, const std::vector<SketchEntry>& entries,
                             const std::function<bool(DocId)>& wanted, const SketchVisitor& visit,
                             DocId begin) {
  std::vector<std::uint64_t> window;
  for (std::size_t first = begin; first < entries.size();) {
    std::size_t last = first;
    std::uint64_t hashes = 0;
    while (last < entries.size() &&
           (last == first || hashes + entries[last].count <= kHashWindow)) {
      hashes += entries[last++].count;
    }
    WHORL_RETURN_IF_ERROR(lists.read(entries[first].offset, hashes, window));
    sketch::ShingleSpan rest = window;
    for (; first < last; ++first) {
      const SketchEntry& entry = entries[first];
      const sketch::SketchView view(rest.first(entry.count), entry.modulus, entry.full_size);
      rest = rest.subspan(entry.count);
      if (!wanted(static_cast<DocId>(first))) continue;
      WHORL_RETURN_IF_ERROR(visit(static_cast<DocId>(first), view));
    }
  }
  return {};
}

}  // namespace whorl::internal::store
