#include "store/shingle_index.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

#include "base/new_file.h"
#include "base/parallel.h"
#include "base/try.h"
#include "base/varint.h"

namespace whorl::internal::store {
namespace {

constexpr std::uint64_t kMagic = 0x3130'7864'6e69'6877;  // "whindx01"
constexpr std::size_t kBlockPostings = 1024;

struct Footer {
  std::uint64_t directory;  // offset of the blocks' entries
  std::uint64_t blocks;
  std::uint64_t postings;
  std::uint64_t checksum;  // of the directory
  std::uint64_t magic;
};

std::uint64_t checksum(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

// Encodes postings as blocks, several at a time, and writes them in order.
class IndexWriter {
 public:
  IndexWriter(base::NewFile file, unsigned threads)
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
    const Footer footer{offset_, blocks_.size(), written_, checksum(directory), kMagic};
    WHORL_RETURN_IF_ERROR(file_.append(directory));
    WHORL_RETURN_IF_ERROR(file_.append(std::as_bytes(std::span(&footer, 1))));
    WHORL_RETURN_IF_ERROR(file_.finish());
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
    out.about = {postings.front().shingle, 0, checksum(std::as_bytes(std::span(out.bytes))),
                 static_cast<std::uint32_t>(out.bytes.size()),
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
      WHORL_RETURN_IF_ERROR(file_.append(std::as_bytes(std::span(block.bytes))));
    }
    written_ += all.size();
    postings_.clear();
    return {};
  }

  base::NewFile file_;
  unsigned threads_;
  std::vector<Posting> postings_;  // to be encoded
  std::vector<Encoded> encoded_;
  std::vector<IndexBlock> blocks_;
  std::uint64_t offset_ = 0;
  std::uint64_t written_ = 0;
};

}  // namespace

Result<std::uint64_t> write_index(base::FileSystem& file_system, const base::FileSystem::Path& path,
                                  const PostingSource& next, unsigned threads) {
  WHORL_ASSIGN_OR_RETURN(auto file, base::NewFile::open(file_system, path));
  IndexWriter writer(std::move(file), threads);
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto postings, next());
    if (postings.empty()) return writer.finish();
    WHORL_RETURN_IF_ERROR(writer.add(postings));
  }
}

Result<ShingleIndex> ShingleIndex::open(base::FileSystem& file_system,
                                        const base::FileSystem::Path& path) {
  WHORL_ASSIGN_OR_RETURN(auto file, file_system.read(path));
  ShingleIndex index(std::move(file), path);
  WHORL_RETURN_IF_ERROR(index.load_directory());
  return index;
}

Result<void> ShingleIndex::load_directory() {
  const auto damaged = [&] {
    return fail(ErrorCode::corrupt, path_.string() + ": not a whole shingle index");
  };
  Footer footer{};
  const std::uint64_t size = file_->size();
  if (size < sizeof footer) return damaged();
  WHORL_RETURN_IF_ERROR(
      file_->read(size - sizeof footer, std::as_writable_bytes(std::span(&footer, 1))));
  const std::uint64_t room = size - sizeof footer;
  if (footer.magic != kMagic || footer.directory > room ||
      (room - footer.directory) / sizeof(IndexBlock) != footer.blocks ||
      (room - footer.directory) % sizeof(IndexBlock) != 0) {
    return damaged();
  }
  blocks_.resize(footer.blocks);
  WHORL_RETURN_IF_ERROR(file_->read(footer.directory, std::as_writable_bytes(std::span(blocks_))));
  if (checksum(std::as_bytes(std::span(blocks_))) != footer.checksum) return damaged();
  postings_ = footer.postings;
  return {};
}

Result<void> ShingleIndex::read_block(std::size_t block, std::vector<Posting>& out) const {
  const IndexBlock& about = blocks_[block];
  std::vector<std::uint8_t> encoded(about.bytes);
  WHORL_ASSIGN_OR_RETURN(auto got,
                         file_->read(about.offset, std::as_writable_bytes(std::span(encoded))));
  if (got != about.bytes || checksum(std::as_bytes(std::span(encoded))) != about.checksum) {
    return fail(ErrorCode::corrupt, path_.string() + ": block " + std::to_string(block) +
                                        " of the shingle index is damaged");
  }
  out.clear();
  base::VarintReader reader(encoded);
  std::uint64_t shingle = about.first_shingle;
  for (std::uint32_t i = 0; i < about.postings; ++i) {
    shingle += reader.next();
    out.push_back({shingle, reader.next()});
  }
  return {};
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
  while (at_ == decoded_.size()) {
    if (block_ == index_.blocks() || index_.first_shingle(block_) > last_) return nullptr;
    WHORL_RETURN_IF_ERROR(read_block());
  }
  return decoded_[at_].shingle > last_ ? nullptr : &decoded_[at_++];
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
