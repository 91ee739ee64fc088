#include "jobs/collection/cluster/asked_file.h"

#include <filesystem>

#include "base/try.h"
#include "input/archives/byte_stream.h"

namespace whorl::internal::cluster {
namespace {

namespace fs = std::filesystem;

Result<void> check_one_document(const std::string& file) {
  std::error_code error;
  if (!input::holds_records(file) || !fs::exists(file, error)) return {};
  if (fs::is_regular_file(file, error) && fs::is_empty(file, error)) {
    return fail(ErrorCode::invalid_argument, file + ": is empty, so there is nothing to look up");
  }
  return fail(ErrorCode::invalid_argument,
              file + ": contains many documents; look up each of them with --batch " + file);
}

}  // namespace

Result<input::CollectionRecord> asked_file(const std::string& file) {
  input::CollectionRecord record;
  record.id = record.place = file;
  if (file != "-") {
    WHORL_RETURN_IF_ERROR(check_one_document(file));
    record.shape = input::RecordShape::file;
    std::error_code error;
    const fs::path real = fs::canonical(file, error);  // follows a link that the user named
    record.path = error ? file : real.string();
    return record;
  }
  record.shape = input::RecordShape::content;  // the first bytes show its type
  WHORL_ASSIGN_OR_RETURN(auto stream, input::ByteStream::open("-"));
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto block, stream->next());
    if (block.empty()) return record;
    record.bytes += block;
    if (record.bytes.size() > input::CollectionOptions{}.record_bytes) {
      return fail(ErrorCode::limit_exceeded,
                  "standard input: exceeds the size limit of a document");
    }
  }
}

}  // namespace whorl::internal::cluster
