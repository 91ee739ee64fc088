#include "store/positions.h"

#include <algorithm>
#include <bit>

#include "base/varint.h"

namespace whorl::internal::store {
namespace {

// Finds hashes in a sorted set of some: their leading bits tell nearly where each stands.
class Ranks {
 public:
  explicit Ranks(sketch::ShingleSpan set)
      : set_(set), shift_(64 - std::max(1, static_cast<int>(std::bit_width(set.size())) - 1)) {
    begins_.resize((~std::uint64_t{0} >> shift_) + 2);
    for (const std::uint64_t hash : set) ++begins_[(hash >> shift_) + 1];
    for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
  }

  // Of a hash that is in the set.
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

ByteRange Positions::bytes(std::uint64_t first, std::uint64_t last) const {
  const SymbolBytes& end = symbols[last - 1];
  return {symbols[first].begin, std::uint64_t{end.begin} + end.length};
}

std::vector<std::uint8_t> encode_positions(std::span<const std::uint64_t> in_order,
                                           sketch::ShingleSpan set, std::uint32_t k,
                                           const canon::Origin& origin) {
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
    if (rank >= shape.set) return damaged("are of shingles that it has not");
    shingle = static_cast<std::uint32_t>(rank);
  }
  if (in.failed() || !in.done()) return damaged("do not end where they should");
  return out;
}

}  // namespace whorl::internal::store
