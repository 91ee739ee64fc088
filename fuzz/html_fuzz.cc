// Any bytes as a page: the runs of the extracted text ascend and copy what they say they copy.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "tokens/html/extract.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view page(reinterpret_cast<const char*>(data), size);
  const whorl::internal::tokens::html::ExtractedText extracted =
      whorl::internal::tokens::html::extract_text(page);
  const std::string_view text = extracted.text;
  std::uint64_t at = 0, source = 0;
  for (std::size_t i = 0; i < extracted.runs.size(); ++i) {
    const whorl::internal::tokens::ExtractedRun& run = extracted.runs[i];
    const std::uint64_t next =
        i + 1 < extracted.runs.size() ? extracted.runs[i + 1].at : text.size();
    require(run.at == at && next > at && run.source >= source);
    if (run.length == 0) require(page.substr(run.source, next - at) == text.substr(at, next - at));
    source = run.source + (run.length > 0 ? run.length : next - at);
    require(source <= size);
    at = next;
  }
  require(at == text.size());
  return 0;
}
