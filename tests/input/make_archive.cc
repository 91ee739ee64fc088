#include "make_archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <lzma.h>
#include <zstd.h>

#include <memory>

namespace whorl::internal::input {
namespace {

la_ssize_t append(struct archive*, void* out, const void* bytes, size_t size) {
  static_cast<std::string*>(out)->append(static_cast<const char*>(bytes), size);
  return static_cast<la_ssize_t>(size);
}

void set_packing(struct archive* writer, Packing packing) {
  switch (packing) {
    case Packing::encrypted_zip:
    case Packing::zip:
      archive_write_set_format_zip(writer);
      break;
    case Packing::seven_zip:
      archive_write_set_format_7zip(writer);
      break;
    default:
      archive_write_set_format_pax_restricted(writer);
  }
  if (packing == Packing::tar_gz) archive_write_add_filter_gzip(writer);
  if (packing == Packing::tar_bz2) archive_write_add_filter_bzip2(writer);
  if (packing == Packing::tar_xz) archive_write_add_filter_xz(writer);
  if (packing == Packing::tar_zst) archive_write_add_filter_zstd(writer);
  if (packing == Packing::encrypted_zip) {
    archive_write_set_options(writer, "zip:encryption=traditional");
    archive_write_set_passphrase(writer, "secret");
  }
}

void open(struct archive* writer, std::string& out) {
  archive_write_set_bytes_per_block(writer, 0);
  archive_write_open(writer, &out, nullptr, append, nullptr);
}

void write_member(struct archive* writer, const Member& member) {
  struct archive_entry* entry = archive_entry_new();
  archive_entry_set_pathname(entry, member.name.c_str());
  archive_entry_set_perm(entry, 0644);
  if (member.modified != 0) archive_entry_set_mtime(entry, member.modified, 0);
  if (member.link.empty()) {
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_size(entry, static_cast<la_int64_t>(member.bytes.size()));
  } else {
    archive_entry_set_filetype(entry, AE_IFLNK);
    archive_entry_set_symlink(entry, member.link.c_str());
  }
  archive_write_header(writer, entry);
  archive_write_data(writer, member.bytes.data(), member.bytes.size());
  archive_entry_free(entry);
}

// Has a checksum, as the program zstd writes it; libarchive writes none.
std::string make_zstd(std::string_view bytes) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(ZSTD_compress2(context, out.data(), out.size(), bytes.data(), bytes.size()));
  ZSTD_freeCCtx(context);
  return out;
}

}  // namespace

std::string make_archive(Packing packing, const std::vector<Member>& members) {
  std::string out;
  struct archive* writer = archive_write_new();
  set_packing(writer, packing);
  open(writer, out);
  for (const Member& member : members) write_member(writer, member);
  archive_write_close(writer);
  archive_write_free(writer);
  return out;
}

std::string make_packed(FilePacking packing, std::string_view bytes) {
  if (packing == FilePacking::zstd) return make_zstd(bytes);
  std::string out;
  struct archive* writer = archive_write_new();
  archive_write_set_format_raw(writer);
  if (packing == FilePacking::gzip) archive_write_add_filter_gzip(writer);
  if (packing == FilePacking::bzip2) archive_write_add_filter_bzip2(writer);
  if (packing == FilePacking::xz) archive_write_add_filter_xz(writer);
  archive_write_set_bytes_in_last_block(writer, 1);  // no padding
  open(writer, out);
  write_member(writer, {"data", std::string(bytes), ""});
  archive_write_close(writer);
  archive_write_free(writer);
  return out;
}

std::string make_gzip(std::string_view bytes) { return make_packed(FilePacking::gzip, bytes); }

std::string stream_of_window(std::uint32_t bytes) {
  lzma_options_lzma options;
  lzma_lzma_preset(&options, 0);
  options.dict_size = bytes;
  const lzma_filter filters[] = {{LZMA_FILTER_LZMA2, &options}, {LZMA_VLI_UNKNOWN, nullptr}};
  const std::string_view text = "wide\n";
  std::string out(lzma_stream_buffer_bound(text.size()), '\0');
  std::size_t size = 0;
  const lzma_ret status =
      lzma_stream_buffer_encode(const_cast<lzma_filter*>(filters), LZMA_CHECK_CRC32, nullptr,
                                reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                                reinterpret_cast<std::uint8_t*>(out.data()), &size, out.size());
  out.resize(status == LZMA_OK ? size : 0);
  return out;
}

std::string frame_of_window(int log) {
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(),
                                                                     ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_windowLog, log);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_contentSizeFlag, 0);
  std::string out(1 << 10, '\0');
  std::string text = "wide\n";
  ZSTD_inBuffer from{text.data(), text.size(), 0};
  ZSTD_outBuffer to{out.data(), out.size(), 0};
  // Without the size of the text, the frame keeps its window.
  while (ZSTD_compressStream2(context.get(), &to, &from, ZSTD_e_flush) != 0) {
  }
  while (ZSTD_compressStream2(context.get(), &to, &from, ZSTD_e_end) != 0) {
  }
  out.resize(to.pos);
  return out;
}

}  // namespace whorl::internal::input
