#include "store/position_file.h"

#include <algorithm>
#include <vector>

#include "base/try.h"

namespace whorl::internal::store {
namespace {

using End = std::uint64_t;

constexpr std::size_t kPositionWindow = 1 << 20;  // bytes

tl::unexpected<Error> damaged_positions(const std::string& what) {
  return fail(ErrorCode::corrupt, what + ": the store is damaged");
}

// Hands the contents of a file to `visit(std::span<Item>)`, part by part.
template <class Item, class Visit>
Result<void> for_each_part(const StoreFiles& files, const char* name, Visit visit) {
  WHORL_ASSIGN_OR_RETURN(auto file, files.read(name));
  std::vector<Item> window;
  for (std::uint64_t at = 0; at < file->size(); at += window.size() * sizeof(Item)) {
    window.resize(std::min<std::uint64_t>(kPositionWindow, file->size() - at) / sizeof(Item));
    if (window.empty()) return damaged_positions(std::string(name) + " ends early");
    WHORL_RETURN_IF_ERROR(file->read(at, std::as_writable_bytes(std::span(window))));
    WHORL_RETURN_IF_ERROR(visit(std::span(window)));
  }
  return {};
}

}  // namespace

Result<PositionWriter> PositionWriter::append(StoreFiles& store, std::uint64_t documents,
                                              std::uint64_t written) {
  if (store.bytes(kPositionsFile) != written ||
      store.bytes(kPositionEndsFile) != documents * sizeof(End)) {
    return fail(ErrorCode::corrupt,
                store.folder().string() + ": its positions are not those of its documents");
  }
  PositionWriter writer;
  WHORL_ASSIGN_OR_RETURN(writer.positions_, store.append(kPositionsFile));
  WHORL_ASSIGN_OR_RETURN(writer.ends_, store.append(kPositionEndsFile));
  writer.written_ = written;
  return writer;
}

Result<PositionWriter> PositionWriter::write(StoreFiles& store) {
  PositionWriter writer;
  WHORL_ASSIGN_OR_RETURN(writer.positions_, store.write(kPositionsFile));
  WHORL_ASSIGN_OR_RETURN(writer.ends_, store.write(kPositionEndsFile));
  return writer;
}

Result<void> PositionWriter::add(std::span<const std::uint8_t> positions) {
  WHORL_RETURN_IF_ERROR(positions_->append(std::as_bytes(positions)));
  written_ += positions.size();
  return ends_->append(std::as_bytes(std::span(&written_, 1)));
}

Result<void> PositionWriter::add_all(const StoreFiles& part, Progress& progress) {
  WHORL_RETURN_IF_ERROR(for_each_part<End>(part, kPositionEndsFile, [&](std::span<End> ends) {
    for (End& end : ends) end += written_;
    return ends_->append(std::as_bytes(ends));
  }));
  return for_each_part<std::byte>(part, kPositionsFile, [&](std::span<std::byte> some) {
    written_ += some.size();
    progress.advance(some.size());
    return positions_->append(some);
  });
}

Result<void> PositionWriter::sync() {
  WHORL_RETURN_IF_ERROR(positions_->sync());
  return ends_->sync();
}

Result<PositionReader> PositionReader::open(const StoreFiles& files, std::uint64_t documents,
                                            std::uint32_t k) {
  PositionReader reader;
  WHORL_ASSIGN_OR_RETURN(reader.positions_, files.read(kPositionsFile));
  WHORL_ASSIGN_OR_RETURN(reader.ends_, files.read(kPositionEndsFile));
  if (reader.ends_->size() != documents * sizeof(End)) {
    return fail(ErrorCode::corrupt, files.folder().string() + ": " + kPositionEndsFile +
                                        " has not the documents of the manifest");
  }
  reader.k_ = k;
  return reader;
}

Result<ByteRange> PositionReader::place(DocId doc) const {
  End found[2] = {0, 0};  // where those of the document before end, and its own
  const std::size_t known = doc == 0 ? 1 : 2;
  const auto wanted = std::span(found).last(known);
  WHORL_ASSIGN_OR_RETURN(const auto got, ends_->read((std::uint64_t{doc} + 1 - known) * sizeof(End),
                                                     std::as_writable_bytes(wanted)));
  if (got != wanted.size_bytes() || found[0] > found[1] || found[1] > positions_->size()) {
    return damaged_positions("the positions of a document do not follow those before");
  }
  return ByteRange{found[0], found[1]};
}

Result<Positions> PositionReader::read(DocId doc, std::uint64_t set) const {
  WHORL_ASSIGN_OR_RETURN(const ByteRange at, place(doc));
  std::vector<std::uint8_t> bytes(at.end - at.begin);
  WHORL_ASSIGN_OR_RETURN(const auto got,
                         positions_->read(at.begin, std::as_writable_bytes(std::span(bytes))));
  if (got != bytes.size()) return damaged_positions("the positions of a document end early");
  return decode_positions(bytes, {k_, set});
}

}  // namespace whorl::internal::store
