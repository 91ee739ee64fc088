#include "repeats/against.h"

#include <algorithm>

#include "base/try.h"
#include "read/nothing_read.h"
#include "store/lock.h"
#include "store/manifest.h"

namespace whorl::internal::repeats {
namespace {

tl::unexpected<Error> name_its_texts(const std::string& store, const std::string& why) {
  return fail(ErrorCode::invalid_argument,
              store + ": is a store, which keeps no texts, and " + why + ": name the texts");
}

Result<void> add_inputs_of(const std::string& store, Against& against) {
  WHORL_ASSIGN_OR_RETURN(const auto made, store::load_finished(base::FileSystem::real(), store));
  const std::vector<std::string>& inputs = made.settings.inputs;
  if (!made.parts.empty() || !made.settings.files_from.empty() || inputs.empty() ||
      std::ranges::find(inputs, "-") != inputs.end()) {
    return name_its_texts(store, "does not know the files that it was made from");
  }
  against.input.inputs.insert(against.input.inputs.end(), inputs.begin(), inputs.end());
  against.documents += made.ingest.documents;
  return {};
}

}  // namespace

Result<Against> open_against(const RepeatOptions& options) {
  Against against;
  const CollectionInput& input = options.input;
  against.input.text_field =
      options.against_text_field.empty() ? input.text_field : options.against_text_field;
  against.input.id_field = input.id_field;
  against.input.convert = input.convert;
  std::size_t texts = 0;
  for (const std::string& name : options.against) {
    if (store::is_store(name) || store::StoreLock::was_taken(name)) {
      WHORL_RETURN_IF_ERROR(add_inputs_of(name, against));
    } else {
      against.input.inputs.push_back(name);
      ++texts;
    }
  }
  if (texts > 0) against.documents = 0;
  return against;
}

Result<void> check_read(const Against& against, const AgainstRead& read) {
  if (against.input.inputs.empty()) return {};
  const std::string& first = against.input.inputs.front();
  if (read.documents == 0) return read::nothing_to_compare_against(first, read.skipped);
  if (against.documents > 0 && read.documents != against.documents) {
    return fail(ErrorCode::corrupt,
                first + ": has changed since the store was made of it: name the texts");
  }
  return {};
}

}  // namespace whorl::internal::repeats
