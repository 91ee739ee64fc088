#include "make_archive.h"

#include <archive.h>
#include <archive_entry.h>

namespace whorl::internal::read {
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

std::string make_gzip(std::string_view bytes) {
  std::string out;
  struct archive* writer = archive_write_new();
  archive_write_set_format_raw(writer);
  archive_write_add_filter_gzip(writer);
  open(writer, out);
  write_member(writer, {"data", std::string(bytes), ""});
  archive_write_close(writer);
  archive_write_free(writer);
  return out;
}

}  // namespace whorl::internal::read
