#include "store/parquet_rows.h"

#include <span>

#include "base/try.h"
#include "input/tables/parquet.h"

namespace whorl::internal::store {
namespace {

constexpr const char* kKept = "kept";

Result<void> append(base::WritableFile& file, const std::string& bytes) {
  return file.append(std::as_bytes(std::span(bytes)));
}

}  // namespace

Result<ParquetRows> ParquetRows::of(input::InputIdentity source) {
  WHORL_ASSIGN_OR_RETURN(auto folder, base::TemporaryFolder::make("whorl-rows."));
  WHORL_ASSIGN_OR_RETURN(auto kept, base::FileSystem::scratch().write(folder.path() / kKept));
  return ParquetRows(std::move(source), std::move(folder), std::move(kept));
}

Result<void> ParquetRows::keep(std::uint64_t row) {
  const std::string left_out(row - rows_, '\0');
  rows_ = row + 1;
  return append(*kept_, left_out + '\1');
}

Result<void> ParquetRows::write(base::CompressedFile& file, const Progress& progress) {
  WHORL_RETURN_IF_ERROR(kept_->flush());
  const std::string folder = folder_.path().string();
  return input::filter_parquet(source_, (folder_.path() / kKept).string(), folder, progress,
                               [&](std::string_view bytes) { return file.append(bytes); });
}

}  // namespace whorl::internal::store
