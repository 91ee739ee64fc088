#include "jobs/registry/posting_run.h"

#include <rocksdb/sst_file_writer.h>
#include <algorithm>
#include <bit>

#include "base/try.h"
#include "jobs/registry/bits.h"
#include "jobs/registry/database_options.h"
#include "jobs/registry/opened_database.h"

namespace whorl::internal::registry {
namespace {

constexpr std::uint64_t kFileBytes = 256ull << 20;
constexpr bool kForgotten = false;  // kept in the system's cache, because searches follow
constexpr bool kUnfiltered = true;  // without filters, because nearly every bucket exists

// Removes files that RocksDB did not accept.
class DraftFiles {
 public:
  explicit DraftFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}
  DraftFiles(const DraftFiles&) = delete;
  DraftFiles& operator=(const DraftFiles&) = delete;
  ~DraftFiles() {
    std::error_code ignored;
    for (const std::string& path : paths_) std::filesystem::remove(path, ignored);
  }

  const std::string& next() {
    const std::string name = "compaction-" + std::to_string(paths_.size()) + ".draft";
    return paths_.emplace_back((folder_ / name).string());
  }
  const std::vector<std::string>& paths() const { return paths_; }

 private:
  std::filesystem::path folder_;
  std::vector<std::string> paths_;
};

constexpr unsigned kMostPositionBits = 32;

// The head of a run: the number of postings, and the widths of their parts.
struct Head {
  std::uint64_t count = 0;
  unsigned low_bits = 0;
  unsigned document_bits = 0;
  unsigned position_bits = 0;
};

unsigned bits_of_mean(std::uint64_t sum, std::uint64_t count) {
  const std::uint64_t mean = std::max<std::uint64_t>(sum / count, 1);
  return static_cast<unsigned>(std::bit_width(mean)) - 1;
}

Head head_of(std::span<const Posting> postings, std::uint64_t first) {
  std::uint64_t positions = 0;
  std::uint32_t last_document = 0;
  for (const Posting& posting : postings) {
    positions += posting.position;
    last_document = std::max(last_document, posting.document);
  }
  return {postings.size(), bits_of_mean(postings.back().hash - first, postings.size()),
          static_cast<unsigned>(std::bit_width(last_document)),
          std::min(bits_of_mean(positions, postings.size()), kMostPositionBits)};
}

// Writes bytes of seven bits each.
void put_count(std::uint64_t count, BitWriter& bits) {
  for (; count >= 0x80; count >>= 7) bits.put((count & 0x7f) | 0x80, 8);
  bits.put(count, 8);
}

std::uint64_t take_count(BitReader& bits) {
  std::uint64_t count = 0;
  for (unsigned shift = 0; shift < 63; shift += 7) {
    const std::uint64_t byte = bits.take(8);
    count |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  return count;
}

void put(const Head& head, const PostingLayout& layout, BitWriter& bits) {
  put_count(head.count, bits);
  bits.put(head.low_bits, 6);
  bits.put(head.document_bits, 6);
  if (layout.positions) bits.put(head.position_bits, 6);
}

tl::unexpected<Error> damaged() {
  return fail(ErrorCode::corrupt, "a bucket of postings is damaged");
}

// Each posting needs at least the bit that ends its high part.
bool is_sound(const RunParts& run, const PostingLayout& layout) {
  const std::size_t bits = run.bytes.size() * 8;
  return run.count > 0 && run.count <= bits && run.low_bits < layout.hash_bits &&
         run.document_bits <= 32 && run.position_bits <= kMostPositionBits &&
         run.count * (run.document_bits + run.low_bits + 1) <= bits;
}

Result<void> read_positions(const RunParts& run, BitReader& bits, std::span<Posting> postings) {
  for (Posting& posting : postings) {
    const std::uint64_t position = bits.take_rice(run.position_bits);
    if (position > ~std::uint32_t{0}) return damaged();
    posting.position = static_cast<std::uint32_t>(position);
  }
  return {};
}

Result<void> read_run(const RunParts& run, std::uint32_t bucket, const PostingLayout& layout,
                      std::vector<Posting>& out) {
  const std::uint64_t first = layout.first_of(bucket);
  const std::uint64_t span = ~std::uint64_t{0} >> (64 - layout.hash_bits + layout.bucket_bits);
  BitReader documents(run.bytes, run.documents);
  BitReader lows(run.bytes, run.lows);
  BitReader highs(run.bytes, run.highs);
  const std::size_t before = out.size();
  out.reserve(before + run.count);
  std::uint64_t high = 0;
  for (std::uint64_t i = 0; i < run.count; ++i) {
    high += highs.take_unary();
    if (high > span >> run.low_bits) return damaged();
    const std::uint64_t offset = high << run.low_bits | lows.take_wide(run.low_bits);
    if (offset > span) return damaged();
    out.push_back(
        {first + offset, static_cast<std::uint32_t>(documents.take(run.document_bits)), 0});
  }
  if (layout.positions) {
    WHORL_RETURN_IF_ERROR(read_positions(run, highs, std::span(out).subspan(before)));
  }
  return highs.overrun() || highs.bytes_taken() != run.bytes.size() ? Result<void>(damaged())
                                                                    : Result<void>();
}

}  // namespace

void append_run(std::span<const Posting> postings, const PostingLayout& layout, std::string& out) {
  const std::uint64_t first = layout.first_of(layout.bucket_of(postings.front().hash));
  const Head head = head_of(postings, first);
  std::string run;
  BitWriter bits(run);
  put(head, layout, bits);
  for (const Posting& posting : postings) bits.put(posting.document, head.document_bits);
  const std::uint64_t low_mask = (std::uint64_t{1} << head.low_bits) - 1;
  for (const Posting& posting : postings) {
    bits.put_wide((posting.hash - first) & low_mask, head.low_bits);
  }
  std::uint64_t before = 0;
  for (const Posting& posting : postings) {
    const std::uint64_t high = (posting.hash - first) >> head.low_bits;
    bits.put_unary(high - before);
    before = high;
  }
  if (layout.positions) {
    for (const Posting& posting : postings) bits.put_rice(posting.position, head.position_bits);
  }
  bits.finish();
  BitWriter size(out);
  put_count(run.size(), size);
  size.finish();
  out += run;
}

Result<RunParts> take_run(std::string_view& runs, const PostingLayout& layout) {
  BitReader size(runs);
  const std::uint64_t bytes = take_count(size);
  const std::size_t begin = size.bytes_taken();
  if (begin > runs.size() || bytes > runs.size() - begin) return damaged();
  RunParts run{.bytes = runs.substr(begin, bytes)};
  runs.remove_prefix(begin + bytes);
  BitReader bits(run.bytes);
  run.count = take_count(bits);
  run.low_bits = static_cast<unsigned>(bits.take(6));
  run.document_bits = static_cast<unsigned>(bits.take(6));
  if (layout.positions) run.position_bits = static_cast<unsigned>(bits.take(6));
  if (bits.overrun() || !is_sound(run, layout)) return damaged();
  run.documents = bits.at();
  run.lows = run.documents + run.count * run.document_bits;
  run.highs = run.lows + run.count * run.low_bits;
  return run;
}

Result<void> read_runs(std::string_view runs, std::uint32_t bucket, const PostingLayout& layout,
                       std::vector<Posting>& out) {
  while (!runs.empty()) {
    WHORL_ASSIGN_OR_RETURN(const RunParts run, take_run(runs, layout));
    WHORL_RETURN_IF_ERROR(read_run(run, bucket, layout, out));
  }
  return {};
}

Result<rocksdb::ColumnFamilyHandle*> Database::Opened::add_postings(
    std::uint64_t number, const std::function<Result<Bucket>()>& next) {
  const rocksdb::Options options(database_options(), table_options(Table::postings));
  DraftFiles files(folder);
  rocksdb::Status status;
  WHORL_ASSIGN_OR_RETURN(Bucket bucket, next());
  while (bucket && status.ok()) {
    rocksdb::SstFileWriter file(rocksdb::EnvOptions(), options, nullptr, kForgotten,
                                rocksdb::Env::IO_TOTAL, kUnfiltered);
    status = file.Open(files.next());
    while (bucket && status.ok() && file.FileSize() < kFileBytes) {
      status = file.Put(bucket->first, bucket->second);
      WHORL_ASSIGN_OR_RETURN(bucket, next());
    }
    if (status.ok()) status = file.Finish();
  }
  rocksdb::ColumnFamilyHandle* made = nullptr;
  if (status.ok()) {
    status = db->CreateColumnFamily(table_options(Table::postings),
                                    table_name(Table::postings, number), &made);
  }
  if (status.ok() && !files.paths().empty()) {
    rocksdb::IngestExternalFileOptions moved;
    moved.move_files = true;
    status = db->IngestExternalFile(made, files.paths(), moved);
  }
  if (!status.ok() && made != nullptr) db->DestroyColumnFamilyHandle(made);
  WHORL_RETURN_IF_ERROR(written(status));
  return made;
}

}  // namespace whorl::internal::registry
