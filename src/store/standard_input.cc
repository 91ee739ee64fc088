#include "store/standard_input.h"

#include <span>

#include "base/file_system.h"
#include "base/try.h"
#include "read/byte_stream.h"

namespace whorl::internal::store {

Result<std::string> copy_standard_input(const std::filesystem::path& folder,
                                        const Progress& progress) {
  const std::filesystem::path path = folder / kStandardInput;
  WHORL_ASSIGN_OR_RETURN(auto file, base::FileSystem::real().write(path));
  WHORL_ASSIGN_OR_RETURN(auto stream, read::ByteStream::open("-", {&progress}));
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto block, stream->next());
    if (block.empty()) break;
    WHORL_RETURN_IF_ERROR(file->append(std::as_bytes(std::span(block))));
  }
  WHORL_RETURN_IF_ERROR(file->sync());
  return path.string();
}

}  // namespace whorl::internal::store
