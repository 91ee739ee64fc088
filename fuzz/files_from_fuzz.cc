// Any bytes as a list of --files-from: every path is a file of the folder, or listed.
#include <stdlib.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>

#include "input/paths/input_files.h"
#include "memory_stream.h"
#include "scratch_file.h"

namespace {

// Changes to an empty folder, so that a list can name only its files.
bool stand_in_empty_folder() {
  char path[] = "/tmp/whorl-fuzz-XXXXXX";
  if (mkdtemp(path) == nullptr || chdir(path) != 0) std::abort();
  std::ofstream("a.txt") << "a";
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whorl::internal::input;
  static const bool stands [[maybe_unused]] = stand_in_empty_folder();
  const std::string_view list(reinterpret_cast<const char*>(data), size);
  // The whole of a disk is a valid list, and takes as long.
  if (list.find('/') != list.npos || list.find("..") != list.npos) return 0;
  static fuzz::ScratchFile file;
  SkipLog skipped;
  InputFiles files(
      InputRules{NameFilter({}, {}), whorl::internal::base::ownership::RunOutputs({}), true},
      skipped);
  (void)files.add_list(file.hold(data, size), nullptr);
  for (const InputFile& found : files.files()) {
    fuzz::require(found.name.find("a.txt") != found.name.npos);
  }
  return 0;
}
