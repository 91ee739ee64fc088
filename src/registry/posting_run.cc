#include "registry/posting_run.h"

#include <algorithm>
#include <bit>

#include "base/try.h"
#include "registry/bits.h"

namespace whorl::internal::registry {
namespace {

constexpr unsigned kMostLowBits = 32;

// The head of a run: how many postings, and how wide their parts are.
struct Head {
  std::uint64_t count = 0;
  unsigned hash_low = 0;
  unsigned document_bits = 0;
  unsigned position_low = 0;
};

unsigned low_bits_for(std::uint64_t sum, std::uint64_t count) {
  const std::uint64_t mean = sum / count;
  return mean == 0 ? 0 : std::min<unsigned>(std::bit_width(mean) - 1, kMostLowBits);
}

Head head_of(std::span<const Posting> postings, const PostingLayout& layout) {
  std::uint64_t positions = 0;
  std::uint32_t last_document = 0;
  for (const Posting& posting : postings) {
    positions += posting.position;
    last_document = std::max(last_document, posting.document);
  }
  const std::uint64_t base = layout.first_of(layout.bucket_of(postings.front().hash));
  return {postings.size(), low_bits_for(postings.back().hash - base, postings.size()),
          static_cast<unsigned>(std::bit_width(last_document)),
          low_bits_for(positions, postings.size())};
}

// A count in bytes of seven bits.
void put(const Head& head, const PostingLayout& layout, BitWriter& bits) {
  std::uint64_t rest = head.count;
  for (; rest >= 0x80; rest >>= 7) bits.put((rest & 0x7f) | 0x80, 8);
  bits.put(rest, 8);
  bits.put(head.hash_low, 6);
  bits.put(head.document_bits, 6);
  if (layout.positions) bits.put(head.position_low, 6);
}

Head take_head(const PostingLayout& layout, BitReader& bits) {
  Head head;
  for (unsigned shift = 0; shift < 63; shift += 7) {
    const std::uint64_t byte = bits.take(8);
    head.count |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  head.hash_low = static_cast<unsigned>(bits.take(6));
  head.document_bits = static_cast<unsigned>(bits.take(6));
  if (layout.positions) head.position_low = static_cast<unsigned>(bits.take(6));
  return head;
}

// Each posting takes at least the bit that ends its hash.
bool is_sound(const Head& head, std::size_t bytes) {
  return head.count > 0 && head.count <= bytes * 8 && head.hash_low <= kMostLowBits &&
         head.document_bits <= 32 && head.position_low <= kMostLowBits;
}

tl::unexpected<Error> damaged() {
  return fail(ErrorCode::corrupt, "a bucket of postings is damaged");
}

Result<std::size_t> read_run(std::string_view runs, std::uint32_t bucket,
                             const PostingLayout& layout, std::vector<Posting>& out) {
  BitReader bits(runs);
  const Head head = take_head(layout, bits);
  if (bits.overrun() || !is_sound(head, runs.size())) return damaged();
  const std::uint64_t first = layout.first_of(bucket);
  const unsigned free_bits = layout.hash_bits - layout.bucket_bits;
  const std::uint64_t last = first + (~std::uint64_t{0} >> (64 - free_bits));
  std::uint64_t hash = first;
  out.reserve(out.size() + head.count);
  for (std::uint64_t i = 0; i < head.count; ++i) {
    const std::uint64_t gap = bits.take_rice(head.hash_low);
    if (gap > last - hash) return damaged();
    hash += gap;
    Posting posting{hash, static_cast<std::uint32_t>(bits.take(head.document_bits)), 0};
    if (layout.positions) {
      const std::uint64_t position = bits.take_rice(head.position_low);
      if (position > ~std::uint32_t{0}) return damaged();
      posting.position = static_cast<std::uint32_t>(position);
    }
    out.push_back(posting);
  }
  if (bits.overrun()) return damaged();
  return bits.bytes_taken();
}

}  // namespace

void append_run(std::span<const Posting> postings, const PostingLayout& layout, std::string& out) {
  const Head head = head_of(postings, layout);
  BitWriter bits(out);
  put(head, layout, bits);
  std::uint64_t before = layout.first_of(layout.bucket_of(postings.front().hash));
  for (const Posting& posting : postings) {
    bits.put_rice(posting.hash - before, head.hash_low);
    bits.put(posting.document, head.document_bits);
    if (layout.positions) bits.put_rice(posting.position, head.position_low);
    before = posting.hash;
  }
  bits.finish();
}

Result<void> read_runs(std::string_view runs, std::uint32_t bucket, const PostingLayout& layout,
                       std::vector<Posting>& out) {
  while (!runs.empty()) {
    WHORL_ASSIGN_OR_RETURN(const std::size_t taken, read_run(runs, bucket, layout, out));
    runs.remove_prefix(taken);
  }
  return {};
}

}  // namespace whorl::internal::registry
