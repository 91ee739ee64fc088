#include "store/begun_store.h"

#include "base/folder.h"
#include "claim/folder.h"
#include "store/document_table.h"
#include "store/input_list.h"

namespace whorl::internal::store {

namespace fs = std::filesystem;

BegunStore::BegunStore(const base::FileSystem::Path& folder) : folder_(folder) {
  std::error_code error;
  was_empty_ = fs::is_directory(folder, error) && fs::is_empty(folder, error);
}

void BegunStore::remove() const {
  std::error_code ignored;
  for (const char* name :
       {kDocumentsFile, kNamesFile, kSketchesFile, kShinglesFile, "store.json", "store.json.new",
        kInputsFile, claim::kDedupMark, "standard-input", "store.lock"}) {
    fs::remove(folder_ / name, ignored);
  }
  if (!was_empty_) fs::remove(folder_, ignored);  // which leaves one that holds anything
}

}  // namespace whorl::internal::store
