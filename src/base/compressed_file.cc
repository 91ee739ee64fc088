#include "base/compressed_file.h"

#include <archive.h>
#include <archive_entry.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/allocated.h"
#include "base/guard.h"
#include "base/try.h"

namespace whorl::internal::base {
namespace {

using AddFilter = int (*)(archive*);

struct Packing {
  std::string_view ending;
  AddFilter add;
};

constexpr std::array<Packing, 4> kPackings = {{{".gz", archive_write_add_filter_gzip},
                                               {".zst", archive_write_add_filter_zstd},
                                               {".bz2", archive_write_add_filter_bzip2},
                                               {".xz", archive_write_add_filter_xz}}};

class StandardOutput final : public WritableFile {
 public:
  Result<void> append(std::span<const std::byte> bytes) override {
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
    return buffer_.size() < kBuffer ? Result<void>{} : flush();
  }

  Result<void> flush() override {
    for (std::span<const std::byte> rest(buffer_); !rest.empty();) {
      const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) {
        return fail(ErrorCode::io,
                    std::string("standard output: cannot write: ") + std::strerror(errno));
      }
      rest = rest.subspan(static_cast<std::size_t>(written));
    }
    buffer_.clear();
    return {};
  }

  Result<void> sync() override { return flush(); }

 private:
  static constexpr std::size_t kBuffer = 1 << 16;
  std::vector<std::byte> buffer_;
};

}  // namespace

std::string_view packed_ending(std::string_view path) {
  for (const Packing& packing : kPackings) {
    if (path.ends_with(packing.ending)) return packing.ending;
  }
  return {};
}

// libarchive's filters on a file.
class CompressedFile::Packer {
 public:
  Packer(WritableFile& file, AddFilter add)
      : file_(file), add_(add), archive_(allocated(archive_write_new())) {
    add(archive_.get());
    archive_write_set_format_raw(archive_.get());
    archive_write_set_bytes_in_last_block(archive_.get(), 1);  // no padding
    // The time of writing is no part of the contents; filters without a time refuse this.
    archive_write_set_filter_option(archive_.get(), "gzip", "timestamp", nullptr);
  }

  Result<void> start() {
    struct FreeEntry {
      void operator()(archive_entry* e) const { archive_entry_free(e); }
    };
    const std::unique_ptr<archive_entry, FreeEntry> entry(allocated(archive_entry_new()));
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    const int opened = archive_write_open(archive_.get(), this, nullptr, hand_on, nullptr);
    if (opened != ARCHIVE_OK || archive_write_header(archive_.get(), entry.get()) != ARCHIVE_OK) {
      return broken();
    }
    return {};
  }

  Result<void> append(std::string_view bytes) {
    while (!bytes.empty()) {
      const la_ssize_t taken = archive_write_data(archive_.get(), bytes.data(), bytes.size());
      if (taken <= 0) return broken();
      bytes.remove_prefix(static_cast<std::size_t>(taken));
    }
    return {};
  }

  Result<void> finish() {
    return archive_write_close(archive_.get()) == ARCHIVE_OK ? Result<void>{} : broken();
  }

  // A packer that continues after this one.
  std::unique_ptr<Packer> next() const { return std::make_unique<Packer>(file_, add_); }

 private:
  struct Free {
    void operator()(archive* a) const { archive_write_free(a); }
  };

  static la_ssize_t hand_on(archive*, void* self, const void* data, std::size_t size) {
    auto& packer = *static_cast<Packer*>(self);
    packer.status_ = guarded([&] {  // libarchive, which is C, cannot pass an exception on
      return packer.file_.append({static_cast<const std::byte*>(data), size});
    });
    return packer.status_ ? static_cast<la_ssize_t>(size) : -1;
  }

  Result<void> broken() const {
    if (!status_) return status_;
    throw_if_out_of_memory(archive_errno(archive_.get()) == ENOMEM);
    const char* why = archive_error_string(archive_.get());
    return fail(ErrorCode::io, std::string("cannot pack: ") + (why ? why : "unknown reason"));
  }

  WritableFile& file_;
  AddFilter add_;
  std::unique_ptr<archive, Free> archive_;
  Result<void> status_;
};

CompressedFile::CompressedFile() = default;
CompressedFile::CompressedFile(CompressedFile&&) noexcept = default;
CompressedFile& CompressedFile::operator=(CompressedFile&&) noexcept = default;
CompressedFile::~CompressedFile() = default;

WritableFile& CompressedFile::file() { return file_ ? file_->file() : *standard_output_; }

Result<CompressedFile> CompressedFile::open(FileSystem& file_system, const std::string& path) {
  CompressedFile out;
  if (path == "-") {
    out.standard_output_ = std::make_unique<StandardOutput>();
    return out;
  }
  WHORL_ASSIGN_OR_RETURN(auto file, NewFile::open_named(file_system, path));
  out.file_.emplace(std::move(file));
  for (const Packing& packing : kPackings) {
    if (!path.ends_with(packing.ending)) continue;
    out.packer_ = std::make_unique<Packer>(out.file(), packing.add);
    WHORL_RETURN_IF_ERROR(out.packer_->start());
  }
  return out;
}

Result<void> CompressedFile::begin_member() {
  if (!packer_ || !std::exchange(begun_, false)) return {};
  WHORL_RETURN_IF_ERROR(packer_->finish());
  packer_ = packer_->next();
  return packer_->start();
}

Result<void> CompressedFile::append(std::string_view bytes) {
  begun_ = true;
  return packer_ ? packer_->append(bytes) : file().append(std::as_bytes(std::span(bytes)));
}

Result<void> CompressedFile::sync() {
  if (packer_) {
    WHORL_RETURN_IF_ERROR(packer_->finish());
    packer_.reset();
  }
  return file().sync();
}

Result<void> CompressedFile::finish() {
  WHORL_RETURN_IF_ERROR(sync());
  return file_ ? file_->finish() : Result<void>{};
}

}  // namespace whorl::internal::base
