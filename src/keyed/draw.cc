#include <algorithm>
#include <array>
#include <tuple>
#include <vector>

#include "keyed/subkeys.h"
#include "whorl/key.h"

namespace whorl {

using namespace internal;

namespace {

std::array<std::uint8_t, 8> written(std::uint64_t hash) {
  std::array<std::uint8_t, 8> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::uint8_t>(hash >> 8 * i);
  return bytes;
}

}  // namespace

Fingerprints draw(const Fingerprints& search, std::size_t count, const Key& key,
                  std::uint64_t number) {
  keyed::SipKey sip = keyed::draw_key(key.subkeys(), number);
  std::vector<std::pair<std::uint64_t, std::size_t>> order;
  for (std::size_t i = 0; i < search.size(); ++i) {
    order.emplace_back(keyed::siphash(written(search.hash[i]), sip), i);
  }
  keyed::wipe(sip);
  std::ranges::sort(order);
  order.resize(std::min(order.size(), count));
  std::ranges::sort(order, {}, [](const auto& drawn) { return drawn.second; });
  Fingerprints out;
  for (const auto& [rank, i] : order) {
    out.hash.push_back(search.hash[i]);
    out.position.push_back(search.position[i]);
  }
  return out;
}

}  // namespace whorl
