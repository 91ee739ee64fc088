#include "store/shingle_index.h"

#include <algorithm>

#include "base/parallel.h"
#include "base/try.h"
#include "base/varint.h"

namespace whorl::internal::store {
namespace {

constexpr std::uint64_t kIndexMagic = 0x3230'7864'6e69'6877;  // "whindx02"
constexpr std::size_t kBlockPostings = 1024;

struct Footer {
  std::uint64_t directory;  // offset of the blocks' entries
  std::uint64_t blocks;
  std::uint64_t postings;
  std::uint64_t magic;
};

tl::unexpected<Error> damaged_index(const std::string& what) {
  return fail(ErrorCode::corrupt, "the shingle index is damaged: " + what);
}

// Encodes postings as blocks, several at a time, and writes them in order.
class IndexWriter {
 public:
  IndexWriter(std::unique_ptr<base::WritableFile> file, unsigned threads)
      : file_(std::move(file)),
        threads_(threads),
        encoded_(kBlocksAThread * base::thread_count(threads)) {
    postings_.reserve(encoded_.size() * kBlockPostings);
  }

  Result<void> add(std::span<const Posting> postings) {
    while (!postings.empty()) {
      const std::size_t room = encoded_.size() * kBlockPostings - postings_.size();
      const auto next = postings.first(std::min(room, postings.size()));
      postings_.insert(postings_.end(), next.begin(), next.end());
      postings = postings.subspan(next.size());
      if (next.size() == room) {
        WHORL_RETURN_IF_ERROR(write_blocks());
      }
    }
    return {};
  }

  Result<std::uint64_t> finish() {
    WHORL_RETURN_IF_ERROR(write_blocks());
    const auto directory = std::as_bytes(std::span(blocks_));
    const Footer footer{offset_, blocks_.size(), written_, kIndexMagic};
    WHORL_RETURN_IF_ERROR(file_->append(directory));
    WHORL_RETURN_IF_ERROR(file_->append(std::as_bytes(std::span(&footer, 1))));
    WHORL_RETURN_IF_ERROR(file_->sync());
    return written_;
  }

 private:
  static constexpr std::size_t kBlocksAThread = 64;

  struct Encoded {
    IndexBlock about;
    std::vector<std::uint8_t> bytes;
  };

  static void encode(std::span<const Posting> postings, Encoded& out) {
    out.bytes.clear();
    std::uint64_t previous = postings.front().shingle;
    for (const Posting& posting : postings) {
      base::put_varint(posting.shingle - previous, out.bytes);
      base::put_varint(posting.doc, out.bytes);
      previous = posting.shingle;
    }
    out.about = {postings.front().shingle, 0, static_cast<std::uint32_t>(out.bytes.size()),
                 static_cast<std::uint32_t>(postings.size())};
  }

  Result<void> write_blocks() {
    const std::span<const Posting> all(postings_);
    const std::size_t blocks = (all.size() + kBlockPostings - 1) / kBlockPostings;
    base::parallel_for(blocks, threads_, [&](std::size_t i) {
      const std::size_t begin = i * kBlockPostings;
      encode(all.subspan(begin, std::min(kBlockPostings, all.size() - begin)), encoded_[i]);
    });
    for (Encoded& block : std::span(encoded_).first(blocks)) {
      block.about.offset = offset_;
      blocks_.push_back(block.about);
      offset_ += block.bytes.size();
      WHORL_RETURN_IF_ERROR(file_->append(std::as_bytes(std::span(block.bytes))));
    }
    written_ += all.size();
    postings_.clear();
    return {};
  }

  std::unique_ptr<base::WritableFile> file_;
  unsigned threads_;
  std::vector<Posting> postings_;  // to be encoded
  std::vector<Encoded> encoded_;
  std::vector<IndexBlock> blocks_;
  std::uint64_t offset_ = 0;
  std::uint64_t written_ = 0;
};

}  // namespace

Result<std::vector<SharedShingles>> documents_sharing(const ShingleIndex& index,
                                                      sketch::ShingleSpan set) {
  IndexLookup lookup(index);
  std::vector<DocId> holders;
  for (std::uint64_t shingle : set) {
    WHORL_RETURN_IF_ERROR(lookup.documents(shingle, holders));
  }
  std::sort(holders.begin(), holders.end());
  std::vector<SharedShingles> shared;
  for (DocId doc : holders) {
    if (shared.empty() || shared.back().doc != doc) shared.push_back({doc, 0});
    ++shared.back().kept;
  }
  return shared;
}

SimilarityRank expected_rank(const DocumentRecord& about, std::uint32_t kept,
                             sketch::ShingleSpan set) {
  if (about.set.count == 0 || set.empty()) return {};
  const auto size = static_cast<double>(set.size());
  const double contained = static_cast<double>(kept) / static_cast<double>(about.set.count);
  const double both = std::min(contained * static_cast<double>(about.set.full_size), size);
  return {both / size, contained};
}

Result<std::uint64_t> write_index(std::unique_ptr<base::WritableFile> file,
                                  const PostingSource& next, unsigned threads) {
  IndexWriter writer(std::move(file), threads);
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto postings, next());
    if (postings.empty()) return writer.finish();
    WHORL_RETURN_IF_ERROR(writer.add(postings));
  }
}

Result<ShingleIndex> ShingleIndex::open(std::unique_ptr<base::ReadableFile> file,
                                        std::uint64_t documents) {
  ShingleIndex index(std::move(file), documents);
  WHORL_RETURN_IF_ERROR(index.load_directory());
  return index;
}

Result<void> ShingleIndex::load_directory() {
  Footer footer{};
  const std::uint64_t size = file_->size();
  if (size < sizeof footer) return damaged_index("it has no end");
  WHORL_RETURN_IF_ERROR(
      file_->read(size - sizeof footer, std::as_writable_bytes(std::span(&footer, 1))));
  const std::uint64_t room = size - sizeof footer;
  if (footer.magic != kIndexMagic || footer.directory > room ||
      (room - footer.directory) / sizeof(IndexBlock) != footer.blocks ||
      (room - footer.directory) % sizeof(IndexBlock) != 0) {
    return damaged_index("its directory does not end where it should");
  }
  blocks_.resize(footer.blocks);
  WHORL_RETURN_IF_ERROR(file_->read(footer.directory, std::as_writable_bytes(std::span(blocks_))));
  return check_directory(footer.directory, footer.postings);
}

// Blocks are contiguous and in order of their shingles.
Result<void> ShingleIndex::check_directory(std::uint64_t end, std::uint64_t postings) {
  std::uint64_t offset = 0;
  std::uint64_t shingle = 0;
  for (const IndexBlock& block : blocks_) {
    if (block.offset != offset || block.bytes > end - offset || block.postings == 0 ||
        block.postings > kBlockPostings || block.first_shingle < shingle) {
      return damaged_index("its directory is out of order");
    }
    offset += block.bytes;
    shingle = block.first_shingle;
    postings_ += block.postings;
  }
  if (offset == end && postings_ == postings) return {};
  return damaged_index("its directory does not match its end");
}

Result<void> ShingleIndex::read_block(std::size_t block, std::vector<Posting>& out) const {
  const IndexBlock& about = blocks_[block];
  std::vector<std::uint8_t> encoded(about.bytes);
  WHORL_ASSIGN_OR_RETURN(auto got,
                         file_->read(about.offset, std::as_writable_bytes(std::span(encoded))));
  if (got != about.bytes) return damaged_index("it ends early");
  out.clear();
  base::VarintReader reader(encoded);
  std::uint64_t shingle = about.first_shingle;
  for (std::uint32_t i = 0; i < about.postings; ++i) {
    shingle += reader.next();
    const std::uint64_t doc = reader.next();
    if (doc >= documents_) return damaged_index("a posting names an unknown document");
    if (!out.empty() && Posting{shingle, doc} < out.back()) {
      return damaged_index("postings are out of order");
    }
    out.push_back({shingle, doc});
  }
  return reader.failed() || !reader.done() ? damaged_index("a block is cut") : Result<void>{};
}

std::size_t ShingleIndex::block_of(std::uint64_t shingle) const {
  const auto after = std::lower_bound(
      blocks_.begin(), blocks_.end(), shingle,
      [](const IndexBlock& block, std::uint64_t s) { return block.first_shingle < s; });
  const auto index = static_cast<std::size_t>(after - blocks_.begin());
  return index == 0 ? 0 : index - 1;
}

IndexScan::IndexScan(const ShingleIndex& index, std::size_t begin, std::size_t end)
    : index_(index), block_(begin) {
  if (begin > 0 && begin < index.blocks()) skipped_ = index.first_shingle(begin);
  if (end < index.blocks()) last_ = index.first_shingle(end);
}

Result<const Posting*> IndexScan::next() {
  WHORL_ASSIGN_OR_RETURN(const bool more, decode());
  return !more || decoded_[at_].shingle > last_ ? nullptr : &decoded_[at_++];
}

Result<std::span<const Posting>> IndexScan::next_some() {
  WHORL_ASSIGN_OR_RETURN(const bool more, decode());
  if (!more) return std::span<const Posting>();
  const auto rest = std::span<const Posting>(decoded_).subspan(at_);
  const auto end = std::ranges::upper_bound(rest, last_, {}, &Posting::shingle);
  const auto some = rest.first(static_cast<std::size_t>(end - rest.begin()));
  at_ += some.size();
  return some;
}

Result<bool> IndexScan::decode() {
  while (at_ == decoded_.size()) {
    if (block_ == index_.blocks() || index_.first_shingle(block_) > last_) return false;
    WHORL_RETURN_IF_ERROR(read_block());
  }
  return true;
}

Result<void> IndexScan::read_block() {
  WHORL_RETURN_IF_ERROR(index_.read_block(block_++, decoded_));
  at_ = 0;
  while (at_ < decoded_.size() && decoded_[at_].shingle == skipped_) ++at_;
  return {};
}

Result<void> IndexLookup::documents(std::uint64_t shingle, std::vector<DocId>& out) {
  for (std::size_t block = index_.block_of(shingle); block < index_.blocks(); ++block) {
    if (block != loaded_) {
      WHORL_RETURN_IF_ERROR(index_.read_block(block, decoded_));
      loaded_ = block;
    }
    const auto first = std::lower_bound(decoded_.begin(), decoded_.end(), Posting{shingle, 0});
    for (auto at = first; at != decoded_.end() && at->shingle == shingle; ++at) {
      out.push_back(static_cast<DocId>(at->doc));
    }
    if (decoded_.empty() || decoded_.back().shingle > shingle) break;
  }
  return {};
}

}  // namespace whorl::internal::store
