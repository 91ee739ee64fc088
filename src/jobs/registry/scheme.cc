#include "jobs/registry/scheme.h"

#include <array>

namespace whorl::internal::registry {
namespace {

constexpr std::array kSchemes = {
    Scheme{.info = {.name = "passages",
                    .summary = "winnowed fingerprints with positions: finds every shared run as "
                               "long as the guarantee threshold, and its position",
                    .recipe = "text/k=25/robust:w=76",
                    .positions = true,
                    .source = "Schleimer 2003 §3.2 and §5.1"},
           .hash_bits = 48,
           .common_from = 0,
           .most_common = 0,
           .hides_singles = true,
           .by_chunks = false},
    Scheme{.info = {.name = "koala",
                    .summary = "stores 100 rare substrings of a document and searches 1,000: under "
                               "500 bytes per document",
                    .recipe = "consonants/k=20/rare:s=1000",
                    .stored = 100,
                    .source = "Heintze 1996"},
           .hash_bits = 28,
           .common_from = 4,
           .most_common = 10,
           .hides_singles = true,
           .by_chunks = false,
           .selector = "rare"},
    Scheme{.info = {.name = "se",
                    .summary = "digests of chunks between hashed breakpoints, culled by length",
                    .recipe = "words:se/breakpoint:c=10/variance",
                    .source = "Finkel 2002 §2"},
           .hash_bits = 48,
           .common_from = 0,
           .most_common = 0,
           .hides_singles = false,
           .by_chunks = true},
    Scheme{.info = {.name = "sets",
                    .summary = "the set of shingles whose hash is 0 mod p: can import stores of "
                               "whorl cluster; answers have no ranges",
                    .recipe = "words/k=5/modp:p=25",
                    .source = "Broder 1997, \"Estimating the resemblance and the containment\""},
           .hash_bits = 48,
           .common_from = 0,
           .most_common = 0,
           .hides_singles = false,
           .by_chunks = false,
           .selector = "modp",
           .ranges = false},
};

constexpr auto kInfos = [] {
  std::array<RegistrySchemeInfo, kSchemes.size()> infos;
  for (std::size_t i = 0; i < infos.size(); ++i) infos[i] = kSchemes[i].info;
  return infos;
}();

}  // namespace

const Scheme* find_scheme(std::string_view name) {
  for (const Scheme& scheme : kSchemes) {
    if (scheme.info.name == name) return &scheme;
  }
  return nullptr;
}

}  // namespace whorl::internal::registry

namespace whorl {

std::span<const RegistrySchemeInfo> registry_schemes() { return internal::registry::kInfos; }

}  // namespace whorl
