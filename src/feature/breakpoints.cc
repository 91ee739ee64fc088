#include <algorithm>
#include <array>
#include <string>

#include "feature/rows.h"

namespace whorl::internal::feature::rows {

Result<void> check_tokens(std::string_view front_end, std::string_view argument) {
  const bool words = front_end == "words" || (front_end == "html" && argument.starts_with("words"));
  if (words || front_end == "code") return {};
  return fail(ErrorCode::invalid_argument,
              "front end '" + std::string(front_end) +
                  "' has no tokens that could end a chunk; breakpoint takes words, words:se, "
                  "html:words, html:words:se or code:LANGUAGE");
}

void split_at_breakpoints(const TokenText& text, Arguments args, const TokenHash& hash,
                          std::vector<TokenRange>& out) {
  constexpr std::size_t kBlock = 4096;  // hashes that stay near the processor
  const std::uint64_t c = args[0];
  const std::size_t n = text.tokens.size();
  std::array<std::uint64_t, kBlock> hashes;
  std::uint32_t first = 0;
  for (std::size_t begin = 0; begin < n; begin += kBlock) {
    const std::size_t count = std::min(kBlock, n - begin);
    hash.hash_each(text.tokens.subspan(begin, count), std::span(hashes).first(count));
    for (std::size_t i = 0; i < count; ++i) {
      if (hashes[i] % c != 0) continue;
      const auto last = static_cast<std::uint32_t>(begin + i + 1);
      out.push_back({first, last});
      first = last;
    }
  }
  if (first < n) out.push_back({first, static_cast<std::uint32_t>(n)});
}

}  // namespace whorl::internal::feature::rows
