#include "read/byte_stream.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>

namespace whorl {
namespace {

constexpr std::size_t kBlock = 1 << 18;

class ArchiveStream final : public ByteStream {
 public:
  explicit ArchiveStream(std::string name) : name_(std::move(name)) {
    archive_read_support_filter_gzip(archive_.get());
    archive_read_support_filter_bzip2(archive_.get());
    archive_read_support_filter_xz(archive_.get());
    archive_read_support_filter_zstd(archive_.get());
    archive_read_support_format_raw(archive_.get());
    archive_read_support_format_empty(archive_.get());
  }

  Result<void> start(const char* path) {
    archive_entry* entry = nullptr;
    if (archive_read_open_filename(archive_.get(), path, kBlock) != ARCHIVE_OK) return broken();
    const int status = archive_read_next_header(archive_.get(), &entry);
    if (status == ARCHIVE_EOF) ended_ = true;
    if (status < ARCHIVE_WARN) return broken();
    return {};
  }

  Result<std::string_view> next() override {
    if (ended_) return std::string_view();
    const void* data = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    const int status = archive_read_data_block(archive_.get(), &data, &size, &offset);
    if (status == ARCHIVE_EOF) {
      ended_ = true;
      return std::string_view();
    }
    if (status < ARCHIVE_WARN) {
      ended_ = true;
      return tl::unexpected(broken().value());
    }
    return std::string_view(static_cast<const char*>(data), size);
  }

 private:
  struct Free {
    void operator()(archive* a) const { archive_read_free(a); }
  };

  tl::unexpected<Error> broken() const {
    const char* why = archive_error_string(archive_.get());
    return fail(ErrorCode::unreadable,
                name_ + ": cannot be read: " + (why ? why : "unknown reason"));
  }

  std::string name_;
  std::unique_ptr<archive, Free> archive_{archive_read_new()};
  bool ended_ = false;
};

}  // namespace

Result<std::unique_ptr<ByteStream>> ByteStream::open(const std::string& path) {
  const bool standard_input = path == "-";
  auto stream = std::make_unique<ArchiveStream>(standard_input ? "standard input" : path);
  auto started = stream->start(standard_input ? nullptr : path.c_str());
  if (!started) return tl::unexpected(started.error());
  return stream;
}

// False at the end of the stream.
Result<bool> LineReader::refill() {
  auto block = stream_.next();
  if (!block) return tl::unexpected(block.error());
  block_ = *block;
  return !block_.empty();
}

Result<LineReader::Line> LineReader::next() {
  pieces_.clear();
  std::uint64_t length = 0;
  bool spans_blocks = false;
  while (true) {
    if (block_.empty()) {
      auto more = refill();
      if (!more) return tl::unexpected(more.error());
      if (!*more && !spans_blocks) return Line{};
      if (!*more) break;
    }
    const std::size_t end = std::min(block_.find('\n'), block_.size());
    const std::string_view piece = block_.substr(0, end);
    const bool complete = end < block_.size();
    block_.remove_prefix(complete ? end + 1 : end);
    length += piece.size();
    if (complete && !spans_blocks) {
      if (length > limit_) return Line{{}, ++number_, true};
      return Line{piece, ++number_, false};
    }
    spans_blocks = true;
    if (length <= limit_) pieces_.append(piece);
    if (complete) break;
  }
  if (length > limit_) return Line{{}, ++number_, true};
  return Line{pieces_, ++number_, false};
}

}  // namespace whorl
