#include "store/positions.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "base/try.h"
#include "base/varint.h"

namespace whorl::internal::store {
namespace {

using End = std::uint64_t;

constexpr std::size_t kPositionWindow = 1 << 20;  // bytes

tl::unexpected<Error> damaged_positions(const std::string& what) {
  return fail(ErrorCode::corrupt, what + ": the store is damaged");
}

// Passes the contents of a file to `visit(std::span<Item>)`, part by part.
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

// Finds the ranks of hashes in a sorted set: their leading bits give nearly their positions.
class Ranks {
 public:
  explicit Ranks(sketch::ShingleSpan set)
      : set_(set), shift_(64 - std::max(1, static_cast<int>(std::bit_width(set.size())) - 1)) {
    begins_.resize((~std::uint64_t{0} >> shift_) + 2);
    for (const std::uint64_t hash : set) ++begins_[(hash >> shift_) + 1];
    for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
  }

  // The rank of a hash that is in the set.
  std::uint32_t operator[](std::uint64_t hash) const {
    const std::size_t bucket = hash >> shift_;
    const auto begin = set_.begin() + begins_[bucket];
    const auto found = std::lower_bound(begin, set_.begin() + begins_[bucket + 1], hash);
    return static_cast<std::uint32_t>(found - set_.begin());
  }

 private:
  sketch::ShingleSpan set_;
  int shift_;
  std::vector<std::uint32_t> begins_;  // of each bucket, and the end
};

tl::unexpected<Error> damaged(const char* what) {
  return fail(ErrorCode::corrupt, std::string("the positions of a document ") + what);
}

}  // namespace

Result<PositionWriter> PositionWriter::append(StoreFiles& store, std::uint64_t documents,
                                              std::uint64_t written) {
  if (store.bytes(kPositionsFile) != written ||
      store.bytes(kPositionEndsFile) != documents * sizeof(End)) {
    return fail(ErrorCode::corrupt,
                store.folder().string() + ": its positions do not match its documents");
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
                                        " does not match the documents of the manifest");
  }
  reader.k_ = k;
  return reader;
}

Result<ByteRange> PositionReader::place(DocId doc) const {
  End found[2] = {0, 0};  // the ends of the document before, and of this one
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

ByteRange Positions::bytes(std::uint64_t first, std::uint64_t last) const {
  const SymbolBytes& end = symbols[last - 1];
  return {symbols[first].begin, std::uint64_t{end.begin} + end.length};
}

std::vector<std::uint8_t> encode_positions(std::span<const std::uint64_t> in_order,
                                           sketch::ShingleSpan set, std::uint32_t k,
                                           const tokens::Origin& origin) {
  std::vector<std::uint8_t> out;
  if (in_order.empty()) return out;
  const std::uint64_t symbols = in_order.size() + k - 1;
  base::put_varint(symbols, out);
  std::uint32_t before = 0;
  for (std::uint64_t i = 0; i < symbols; ++i) {
    const ByteRange bytes = origin.bytes(i, i + 1);
    const auto begin = static_cast<std::uint32_t>(bytes.begin);
    base::put_varint(std::uint32_t{begin - before}, out);
    base::put_varint(bytes.end - bytes.begin, out);
    before = begin;
  }
  const Ranks ranks(set);
  for (const std::uint64_t shingle : in_order) base::put_varint(ranks[shingle], out);
  return out;
}

Result<Positions> decode_positions(std::span<const std::uint8_t> bytes,
                                   const PositionShape& shape) {
  Positions out;
  if (bytes.empty()) return shape.set == 0 ? Result<Positions>(out) : damaged("are missing");
  base::VarintReader in(bytes);
  const std::uint64_t symbols = in.next();
  if (symbols < shape.k || symbols > bytes.size() / 2) return damaged("end early");
  out.symbols.resize(symbols);
  std::uint32_t before = 0;
  for (Positions::SymbolBytes& symbol : out.symbols) {
    before += static_cast<std::uint32_t>(in.next());
    symbol = {before, static_cast<std::uint32_t>(in.next())};
  }
  out.shingles.resize(symbols - shape.k + 1);
  for (std::uint32_t& shingle : out.shingles) {
    const std::uint64_t rank = in.next();
    if (rank >= shape.set) return damaged("belong to shingles that it does not have");
    shingle = static_cast<std::uint32_t>(rank);
  }
  if (in.failed() || !in.done()) return damaged("do not end where they should");
  return out;
}

}  // namespace whorl::internal::store
