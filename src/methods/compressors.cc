#include "methods/compressors.h"

#include <archive.h>
#include <archive_entry.h>
#include <zstd.h>

#include <cerrno>
#include <memory>
#include <string>

#include "base/allocated.h"
#include "base/guard.h"
#include "base/try.h"

namespace whorl::internal::methods {
namespace {

using Writer = std::unique_ptr<archive, int (*)(archive*)>;
using Entry = std::unique_ptr<archive_entry, void (*)(archive_entry*)>;

la_ssize_t append(archive*, void* out, const void* data, std::size_t size) try {
  static_cast<std::string*>(out)->append(static_cast<const char*>(data), size);
  return static_cast<la_ssize_t>(size);
} catch (...) {
  return -1;
}

tl::unexpected<Error> failed(archive* writer) {
  base::throw_if_out_of_memory(archive_errno(writer) == ENOMEM);
  const char* why = archive_error_string(writer);
  return fail(ErrorCode::internal, std::string("compression failed: ") +
                                       (why == nullptr ? "the library does not say why" : why));
}

// The archive, or the raw stream, of one file, written by `writer`.
Result<std::string> packed(Writer writer, std::string_view text) {
  archive* const raw = writer.get();
  std::string out;
  archive_write_set_bytes_per_block(raw, 0);
  if (archive_write_open(raw, &out, nullptr, append, nullptr) != ARCHIVE_OK) return failed(raw);
  const Entry entry(base::allocated(archive_entry_new()), archive_entry_free);
  archive_entry_set_pathname(entry.get(), "a");
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(text.size()));
  if (archive_write_header(raw, entry.get()) != ARCHIVE_OK) return failed(raw);
  const la_ssize_t written = archive_write_data(raw, text.data(), text.size());
  if (written != static_cast<la_ssize_t>(text.size())) return failed(raw);
  if (archive_write_close(raw) != ARCHIVE_OK) return failed(raw);
  return out;
}

Result<std::uint64_t> filtered_size(std::string_view text, int filter, std::uint64_t level) {
  Writer writer(base::allocated(archive_write_new()), archive_write_free);
  archive* const raw = writer.get();
  const std::string digits = std::to_string(level);
  const bool ready = archive_write_set_format_raw(raw) == ARCHIVE_OK &&
                     archive_write_add_filter(raw, filter) == ARCHIVE_OK &&
                     archive_write_set_filter_option(raw, nullptr, "compression-level",
                                                     digits.c_str()) == ARCHIVE_OK;
  if (!ready) return failed(raw);
  return packed(std::move(writer), text).map([](const std::string& out) { return out.size(); });
}

// A number of a 7z header: the number of further bytes is the number of leading ones of the first.
std::uint64_t number_at(std::string_view bytes, std::size_t at) {
  const auto first = static_cast<unsigned char>(bytes[at]);
  std::uint64_t value = 0;
  unsigned mask = 0x80, following = 0;
  for (; (first & mask) != 0; mask >>= 1, ++following) {
    value |= std::uint64_t{static_cast<unsigned char>(bytes[at + 1 + following])}
             << (8 * following);
  }
  return value + (std::uint64_t{first & (mask - 1)} << (8 * following));
}

std::uint64_t little_endian_at(std::string_view bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t i = 8; i > 0; --i) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + i - 1]);
  }
  return value;
}

// The bytes before the headers of a 7z archive. If the header at the end is compressed, it says
// where its own stream begins.
std::uint64_t packed_stream_of(std::string_view archive) {
  constexpr std::size_t kSignature = 32, kOffset = 12;
  constexpr char kEncodedHeader = 0x17;
  const std::uint64_t offset = little_endian_at(archive, kOffset);
  const std::uint64_t header = kSignature + offset;
  return archive[header] == kEncodedHeader ? number_at(archive, header + 2) : offset;
}

}  // namespace

Result<std::uint64_t> gzip_size(std::string_view text, std::uint64_t level) {
  return filtered_size(text, ARCHIVE_FILTER_GZIP, level);
}

Result<std::uint64_t> bzip2_size(std::string_view text, std::uint64_t level) {
  return filtered_size(text, ARCHIVE_FILTER_BZIP2, level);
}

Result<std::uint64_t> xz_size(std::string_view text, std::uint64_t level) {
  return filtered_size(text, ARCHIVE_FILTER_XZ, level);
}

Result<std::uint64_t> zstd_long_size(std::string_view text, std::uint64_t level) {
  const std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context(
      base::allocated(ZSTD_createCCtx()), ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, static_cast<int>(level));
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_enableLongDistanceMatching, 1);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_windowLog, 27);
  std::string out(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size =
      ZSTD_compress2(context.get(), out.data(), out.size(), text.data(), text.size());
  if (ZSTD_isError(size) == 0) return size;
  return fail(ErrorCode::internal, std::string("zstd failed: ") + ZSTD_getErrorName(size));
}

Result<std::uint64_t> ppmd_size(std::string_view text) {
  if (text.empty()) return 0;
  Writer writer(base::allocated(archive_write_new()), archive_write_free);
  archive* const raw = writer.get();
  const bool ready =
      archive_write_set_format_7zip(raw) == ARCHIVE_OK &&
      archive_write_set_format_option(raw, "7zip", "compression", "PPMd") == ARCHIVE_OK;
  if (!ready) return failed(raw);
  return packed(std::move(writer), text).map(packed_stream_of);
}

}  // namespace whorl::internal::methods
