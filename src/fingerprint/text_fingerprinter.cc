#include "fingerprint/text_fingerprinter.h"

#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "fingerprint/block_job.h"
#include "select/check_recipe.h"

namespace whorl::internal::fingerprint {

Result<void> TextFingerprinter::take(std::string_view text, const Recipe& recipe,
                                     Fingerprints& out) {
  const canon::FrontEnd& row = *canon::find_front_end(recipe.front_end);
  WHORL_ASSIGN_OR_RETURN(const auto symbols, text_.symbols(row, recipe.argument, text));
  select::select(symbols, recipe, 1, selection_, out);
  return {};
}

Result<void> fingerprint_text(std::string_view text, const Recipe& recipe, Fingerprints& out) {
  WHORL_RETURN_IF_ERROR(canon::check_text_size(text));
  if (text.size() >= kLargeText && fits_blocks(recipe)) {
    const BlockSource source{text.size(),
                             [&](std::uint64_t offset, std::span<char> to) -> Result<std::size_t> {
                               return text.copy(to.data(), to.size(), offset);
                             }};
    if (auto done = fingerprint_blocks(source, recipe, 1, true)) {
      out = std::move(done->fingerprints);
      return {};
    }
  }
  return canon::with_thread_memory<TextFingerprinter>(
      text, [&](TextFingerprinter& maker) { return maker.take(text, recipe, out); });
}

}  // namespace whorl::internal::fingerprint

namespace whorl {

using namespace internal;

Result<Fingerprints> fingerprint(std::string_view text, const Recipe& recipe) try {
  WHORL_RETURN_IF_ERROR(select::check_kgrams(recipe));
  Fingerprints out;
  WHORL_RETURN_IF_ERROR(fingerprint::fingerprint_text(text, recipe, out));
  return out;
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
