#include "cluster/against_texts.h"

#include <utility>

#include "base/folder.h"
#include "base/try.h"
#include "store/lock.h"
#include "store/manifest.h"

namespace whorl::internal::cluster {
namespace {

// How the texts are compared among themselves does not matter; this costs least.
constexpr const char* kPairs = "survivors";
constexpr const char* kAllShingles = "all";

ClusterOptions options_of(const DedupOptions& asked, const std::string& folder) {
  const CollectionInput& input = asked.cluster.input;
  ClusterOptions options;
  options.input.inputs = {asked.against};
  options.input.text_field = input.text_field;
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

}  // namespace

Result<AgainstTexts> AgainstTexts::make(const DedupOptions& options, const std::string& store,
                                        Progress& progress) {
  std::error_code error;
  const bool texts = std::filesystem::exists(options.against, error) &&
                     !store::is_store(options.against) &&
                     !store::StoreLock::was_taken(options.against);  // nor a damaged store
  if (!texts) return AgainstTexts(options.against, "");
  AgainstTexts made(store + ".against", store + ".against");
  WHORL_ASSIGN_OR_RETURN(auto found, whorl::cluster(options_of(options, made.store()), progress));
  made.skipped_ = std::move(found.skipped);
  return made;
}

AgainstTexts::AgainstTexts(AgainstTexts&& other) noexcept
    : store_(std::move(other.store_)),
      made_(std::exchange(other.made_, {})),
      skipped_(std::move(other.skipped_)) {}

AgainstTexts::~AgainstTexts() {
  if (!made_.empty()) base::remove_tree(made_, {{"store.json", "store.next.json"}, {}});
}

}  // namespace whorl::internal::cluster
