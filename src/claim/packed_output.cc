#include "claim/packed_output.h"

#include <filesystem>

#include "base/try.h"
#include "claim/output.h"
#include "claim/written_record.h"

namespace whorl::internal::claim {

Result<void> finish_output(base::CompressedFile& file, const std::string& name) {
  WHORL_RETURN_IF_ERROR(file.sync());
  if (!file.draft().empty()) WHORL_RETURN_IF_ERROR(keep_record(name, file.draft()));
  return file.finish();
}

std::string list_beside(const std::string& output, std::string_view kind) {
  if (is_stream(output)) return "";
  const std::string_view packed = base::packed_ending(output);
  std::filesystem::path plain(output.substr(0, output.size() - packed.size()));
  plain.replace_extension();
  return plain.string() + "." + std::string(kind) + ".jsonl" + std::string(packed);
}

}  // namespace whorl::internal::claim
