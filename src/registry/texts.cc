// for_each_registry_text.
#include "base/guard.h"
#include "registry/each_text.h"
#include "whorl/registry.h"

namespace whorl {

using namespace internal;

Result<std::vector<Skipped>> for_each_registry_text(const RegistryInput& input,
                                                    const TakeRegistryText& take,
                                                    Progress& progress) try {
  const auto work = [](const registry::FoundDocument& found,
                       std::string_view text) -> Result<RegistryText> {
    RegistryText out{{}, std::string(text)};
    out.codes.name = found.document.name;
    out.codes.url = found.url;
    out.codes.date = found.date;
    return out;
  };
  return registry::for_each_text<RegistryText>(input, progress, work, take);
} catch (...) {
  return base::caught();
}

}  // namespace whorl
