#include "cluster/against_texts.h"

#include <algorithm>
#include <utility>

#include "base/folder.h"
#include "base/try.h"
#include "read/nothing_read.h"
#include "store/lock.h"
#include "store/manifest.h"

namespace whorl::internal::cluster {
namespace {

// How the texts are compared among themselves does not matter; this costs least.
constexpr const char* kPairs = "survivors";
constexpr const char* kAllShingles = "all";
constexpr const char* kFolder =
    "/against";  // in that of the work, so that none of a user's is taken

ClusterOptions options_of(const DedupOptions& asked, const std::string& folder) {
  const CollectionInput& input = asked.cluster.input;
  ClusterOptions options;
  options.input.inputs = asked.against;
  options.input.text_field =
      asked.against_text_field.empty() ? input.text_field : asked.against_text_field;
  options.input.id_field = input.id_field;
  options.input.features_field = input.features_field;
  options.input.convert = input.convert;
  options.shingling = asked.cluster.shingling;
  if (options.shingling.sketch == ShingleMethod{}.sketch) options.shingling.sketch = kAllShingles;
  options.join.pairs = kPairs;
  options.join.common = asked.cluster.join.common;
  options.join.verify = asked.cluster.join.verify;
  options.thresholds.resemblance = 1;
  options.thresholds.linkage = Linkage::survivor;
  options.limits = asked.cluster.limits;
  options.store = folder;
  return options;
}

void remove_store(const std::filesystem::path& store) {
  base::remove_tree(store, {{"store.json", "store.next.json"}, {}});
}

// Or a damaged one.
bool is_any_store(const std::string& path) {
  return store::is_store(path) || store::StoreLock::was_taken(path);
}

// Reads the texts. What is there of a run that was stopped serves where it asked for the same.
Result<ClusterSummary> make_store(const DedupOptions& asked, const std::string& folder,
                                  Progress& progress) {
  const ClusterOptions options = options_of(asked, folder);
  auto made = whorl::cluster(options, progress);
  if (!made && made.error().code == ErrorCode::invalid_argument && store::is_store(folder)) {
    remove_store(folder);
    made = whorl::cluster(options, progress);
  }
  if (made || made.error().code != ErrorCode::unreadable) return made;
  return read::of_against(made.error());
}

}  // namespace

Result<AgainstTexts> AgainstTexts::make(const DedupOptions& options, const std::string& store,
                                        Progress& progress) {
  const std::string& first = options.against.front();
  if (options.against.size() == 1 && is_any_store(first)) {
    return AgainstTexts(first, "");
  }
  const auto a_store = std::ranges::find_if(options.against, is_any_store);
  if (a_store != options.against.end()) {
    return fail(
        ErrorCode::invalid_argument,
        *a_store + ": is a store; documents are compared against one store, or against texts");
  }
  const std::string folder = store + kFolder;
  WHORL_ASSIGN_OR_RETURN(auto found, make_store(options, folder, progress));
  AgainstTexts made(folder, folder);
  if (found.documents == 0) return read::nothing_to_compare_against(first, found.skipped);
  made.skipped_ = std::move(found.skipped);
  return made;
}

AgainstTexts::AgainstTexts(AgainstTexts&& other) noexcept
    : store_(std::move(other.store_)),
      made_(std::exchange(other.made_, {})),
      skipped_(std::move(other.skipped_)) {}

AgainstTexts::~AgainstTexts() {
  if (!made_.empty()) remove_store(made_);
}

}  // namespace whorl::internal::cluster
