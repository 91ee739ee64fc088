#include "serve/tar_writer.h"

#include <archive.h>
#include <archive_entry.h>

namespace whorl::serve {

void TarWriter::Close::operator()(archive* one) const { archive_write_free(one); }

TarWriter::TarWriter(const std::filesystem::path& file) : archive_(archive_write_new()) {
  good_ = archive_ && archive_write_set_format_pax_restricted(archive_.get()) == ARCHIVE_OK &&
          archive_write_open_filename(archive_.get(), file.c_str()) == ARCHIVE_OK;
}

bool TarWriter::begin(const std::string& name, std::uint64_t size) {
  const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(),
                                                                            archive_entry_free);
  if (!good_ || !entry) return false;
  archive_entry_set_pathname(entry.get(), name.c_str());
  archive_entry_set_size(entry.get(), static_cast<std::int64_t>(size));
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), 0600);
  // A name that is no UTF-8 is written as it stands, with a warning.
  good_ = archive_write_header(archive_.get(), entry.get()) >= ARCHIVE_WARN;
  return good_;
}

bool TarWriter::write(std::string_view bytes) {
  good_ = good_ && archive_write_data(archive_.get(), bytes.data(), bytes.size()) ==
                       static_cast<la_ssize_t>(bytes.size());
  return good_;
}

bool TarWriter::close() {
  good_ = good_ && archive_write_close(archive_.get()) == ARCHIVE_OK;
  return good_;
}

}  // namespace whorl::serve
