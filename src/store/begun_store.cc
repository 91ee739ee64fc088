#include "store/begun_store.h"

#include "base/folder.h"
#include "base/ownership/folder.h"
#include "store/input_list.h"
#include "store/store_files.h"

namespace whorl::internal::store {

namespace fs = std::filesystem;

BegunStore::BegunStore(const base::FileSystem::Path& folder) : folder_(folder) {
  std::error_code error;
  was_empty_ = base::is_empty_folder(folder, error);
}

void BegunStore::remove() const {
  StoreFiles(base::FileSystem::real(), folder_, {}).remove_unnamed();
  std::error_code ignored;
  for (const char* name : {"store.next.json", "store.next.json.new", base::ownership::kDedupMark,
                           kStandardInput, "times.json", "store.lock"}) {
    fs::remove(folder_ / name, ignored);
  }
  if (!was_empty_) fs::remove(folder_, ignored);  // keeps a folder that is not empty
}

}  // namespace whorl::internal::store
