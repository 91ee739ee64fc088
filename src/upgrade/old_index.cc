#include "upgrade/old_index.h"

#include "base/try.h"
#include "base/varint.h"
#include "upgrade/sum.h"

namespace whorl::internal::upgrade {
namespace {

constexpr std::uint64_t kMagic = 0x3130'7864'6e69'6877;  // "whindx01"
constexpr std::uint32_t kMostPostings = 1024;            // of a block

struct Footer {
  std::uint64_t directory;  // offset of the blocks' entries
  std::uint64_t blocks;
  std::uint64_t postings;
  std::uint64_t checksum;  // of the directory
  std::uint64_t magic;
};

tl::unexpected<Error> damaged(const char* what) {
  return fail(ErrorCode::corrupt, std::string("the shingle index is damaged: ") + what);
}

Result<void> read_whole(const base::ReadableFile& file, std::uint64_t offset,
                        std::span<std::byte> out) {
  WHORL_ASSIGN_OR_RETURN(auto got, file.read(offset, out));
  return got == out.size() ? Result<void>{} : damaged("it ends early");
}

}  // namespace

Result<OldIndex> OldIndex::open(std::unique_ptr<base::ReadableFile> file, std::uint64_t documents) {
  OldIndex index(std::move(file), documents);
  WHORL_RETURN_IF_ERROR(index.load_directory());
  return index;
}

Result<void> OldIndex::load_directory() {
  Footer footer{};
  const std::uint64_t size = file_->size();
  if (size < sizeof footer) return damaged("it has no end");
  const std::uint64_t room = size - sizeof footer;
  WHORL_RETURN_IF_ERROR(read_whole(*file_, room, std::as_writable_bytes(std::span(&footer, 1))));
  if (footer.magic != kMagic || footer.directory > room ||
      (room - footer.directory) / sizeof(Block) != footer.blocks ||
      (room - footer.directory) % sizeof(Block) != 0) {
    return damaged("its directory does not end where it should");
  }
  blocks_.resize(footer.blocks);
  const auto directory = std::as_writable_bytes(std::span(blocks_));
  WHORL_RETURN_IF_ERROR(read_whole(*file_, footer.directory, directory));
  if (sum_of(directory) != footer.checksum) return damaged("its directory has another checksum");
  std::uint64_t offset = 0, postings = 0;
  for (const Block& block : blocks_) {
    if (block.offset != offset || block.bytes > footer.directory - offset || block.postings == 0 ||
        block.postings > kMostPostings) {
      return damaged("its directory is out of order");
    }
    offset += block.bytes;
    postings += block.postings;
  }
  if (offset == footer.directory && postings == footer.postings) return {};
  return damaged("its directory does not hold what its end says");
}

Result<void> OldIndex::read_block(const Block& block, std::vector<store::Posting>& out) const {
  std::vector<std::uint8_t> encoded(block.bytes);
  const auto bytes = std::as_writable_bytes(std::span(encoded));
  WHORL_RETURN_IF_ERROR(read_whole(*file_, block.offset, bytes));
  if (sum_of(bytes) != block.checksum) return damaged("a block has another checksum");
  out.clear();
  base::VarintReader reader(encoded);
  std::uint64_t shingle = block.first_shingle;
  for (std::uint32_t i = 0; i < block.postings; ++i) {
    shingle += reader.next();
    const std::uint64_t doc = reader.next();
    if (doc >= documents_) return damaged("a posting names a document that is none");
    out.push_back({shingle, doc});
  }
  return reader.failed() || !reader.done() ? damaged("a block is cut") : Result<void>{};
}

store::PostingSource OldIndex::postings() && {
  struct State {
    OldIndex index;
    std::size_t next = 0;
    std::vector<store::Posting> block;
  };
  const auto state = std::make_shared<State>(State{std::move(*this), 0, {}});
  return [state]() -> Result<std::span<const store::Posting>> {
    if (state->next == state->index.blocks_.size()) return std::span<const store::Posting>();
    WHORL_RETURN_IF_ERROR(
        state->index.read_block(state->index.blocks_[state->next++], state->block));
    return std::span<const store::Posting>(state->block);
  };
}

}  // namespace whorl::internal::upgrade
