#include "store/shingle_index.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

#include "base/new_file.h"
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

class IndexWriter {
 public:
  explicit IndexWriter(base::NewFile file) : file_(std::move(file)) {}

  Result<void> add(const Posting& posting) {
    if (block_.postings == 0) block_.first_shingle = previous_ = posting.shingle;
    base::put_varint(posting.shingle - previous_, encoded_);
    base::put_varint(posting.doc, encoded_);
    previous_ = posting.shingle;
    ++postings_;
    return ++block_.postings == kBlockPostings ? end_block() : Result<void>{};
  }

  Result<std::uint64_t> finish() {
    WHORL_RETURN_IF_ERROR(end_block());
    const auto directory = std::as_bytes(std::span(blocks_));
    const Footer footer{offset_, blocks_.size(), postings_, checksum(directory), kMagic};
    WHORL_RETURN_IF_ERROR(file_.append(directory));
    WHORL_RETURN_IF_ERROR(file_.append(std::as_bytes(std::span(&footer, 1))));
    WHORL_RETURN_IF_ERROR(file_.finish());
    return postings_;
  }

 private:
  Result<void> end_block() {
    if (block_.postings == 0) return {};
    const auto bytes = std::as_bytes(std::span(encoded_));
    block_.offset = offset_;
    block_.bytes = static_cast<std::uint32_t>(bytes.size());
    block_.checksum = checksum(bytes);
    blocks_.push_back(block_);
    offset_ += bytes.size();
    auto written = file_.append(bytes);
    encoded_.clear();
    block_ = {};
    return written;
  }

  base::NewFile file_;
  std::vector<IndexBlock> blocks_;
  IndexBlock block_{};
  std::vector<std::uint8_t> encoded_;
  std::uint64_t previous_ = 0;
  std::uint64_t offset_ = 0;
  std::uint64_t postings_ = 0;
};

}  // namespace

Result<std::uint64_t> write_index(base::FileSystem& file_system, const base::FileSystem::Path& path,
                                  const PostingSource& next) {
  WHORL_ASSIGN_OR_RETURN(auto file, base::NewFile::open(file_system, path));
  IndexWriter writer(std::move(file));
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto posting, next());
    if (!posting) break;
    WHORL_RETURN_IF_ERROR(writer.add(*posting));
  }
  return writer.finish();
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

Result<const Posting*> IndexScan::next() {
  while (at_ == decoded_.size()) {
    if (block_ == index_.blocks()) return nullptr;
    WHORL_RETURN_IF_ERROR(index_.read_block(block_++, decoded_));
    at_ = 0;
  }
  return &decoded_[at_++];
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
