#include "input/tables/parquet.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "base/ascii_case.h"
#include "base/go_on.h"
#include "base/try.h"
#include "input/tables/helper.h"

namespace whorl::internal::input {

namespace {

Result<void> check_unchanged(const base::Descriptor& file, const InputIdentity& table) {
  struct stat now {};
  const bool known = ::fstat(file.get(), &now) == 0;
  if (known && static_cast<std::uint64_t>(now.st_size) == table.bytes &&
      modified_at(now) == table.modified) {
    return {};
  }
  return fail(ErrorCode::io, table.path +
                                 ": was modified while whorl read it; run the command again when "
                                 "no other program writes it");
}

}  // namespace

bool is_parquet(std::string_view path) {
  constexpr std::string_view kEnding = ".parquet";
  return path.size() > kEnding.size() &&
         base::equal_in_any_case(path.substr(path.size() - kEnding.size()), kEnding);
}

Result<OpenParquet> open_parquet(const std::string& path) {
  if (!is_parquet(path)) {
    return fail(ErrorCode::unsupported, "is a compressed Parquet file: decompress it first");
  }
  OpenParquet table{base::Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)), 0};
  struct stat about {};
  if (table.file.get() < 0 || ::fstat(table.file.get(), &about) != 0) {
    return fail(ErrorCode::unreadable, std::string("cannot be read: ") + std::strerror(errno));
  }
  if (!S_ISREG(about.st_mode)) {
    return fail(ErrorCode::unsupported, "is not a regular file; Parquet can only be read from one");
  }
  table.bytes = static_cast<std::uint64_t>(about.st_size);
  return table;
}

Result<void> filter_parquet(const InputIdentity& table, const std::string& kept,
                            const std::string& folder, const Progress& progress,
                            const std::function<Result<void>(std::string_view)>& take) {
  WHORL_ASSIGN_OR_RETURN(const ParquetHelper helper, parquet_helper());
  WHORL_ASSIGN_OR_RETURN(const auto open, open_parquet(table.path));
  WHORL_RETURN_IF_ERROR(check_unchanged(open.file, table));
  HelperRun run;
  run.arguments = {"write", kept};
  run.file = open.file.get();
  run.file_bytes = open.bytes;
  run.folder = folder;
  Result<void> taken;
  const auto ended = run_parquet_helper(helper, run, [&](std::string_view bytes) {
    if (!bytes.empty()) taken = take(bytes);
    return taken && base::go_on(&progress);
  });
  WHORL_RETURN_IF_ERROR(taken);
  WHORL_RETURN_IF_ERROR(base::go_on(&progress));
  if (!ended) return fail(ended.error().code, table.path + ": " + ended.error().message);
  return check_unchanged(open.file, table);
}

}  // namespace whorl::internal::input
