// Test vectors of the standards: SipHash-2-4 (Aumasson and Bernstein 2012, appendix and reference
// code) and HMAC-SHA-256 (RFC 4231).

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "jobs/registry/keyed/subkeys.h"

namespace whorl::internal::registry::keyed {
namespace {

TEST(SipHash, IsThatOfTheReference) {
  SipKey key;
  std::iota(key.begin(), key.end(), std::uint8_t{0});
  std::vector<std::uint8_t> message(63);
  std::iota(message.begin(), message.end(), std::uint8_t{0});
  const auto hash = [&](std::size_t size) { return siphash(std::span(message).first(size), key); };
  EXPECT_EQ(hash(0), 0x726fdb47dd0e0e31u);
  EXPECT_EQ(hash(1), 0x74f839c593dc67fdu);
  EXPECT_EQ(hash(2), 0x0d6c8009d9a94f5au);
  EXPECT_EQ(hash(3), 0x85676696d7fb7e2du);
  EXPECT_EQ(hash(15), 0xa129ca6149be45e5u);
}

std::string hex(const Mac& mac) {
  std::string out;
  for (const std::uint8_t byte : mac) {
    out += "0123456789abcdef"[byte >> 4];
    out += "0123456789abcdef"[byte & 15];
  }
  return out;
}

std::string hmac(const std::string& key, const std::string& message) {
  const auto bytes = [](const std::string& text) {
    return std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  };
  return hex(hmac_sha256(bytes(key), bytes(message)));
}

TEST(Hmac, IsThatOfRfc4231) {
  EXPECT_EQ(hmac(std::string(20, '\x0b'), "Hi There"),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(hmac("Jefe", "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(hmac(std::string(20, '\xaa'), std::string(50, '\xdd')),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
  EXPECT_EQ(
      hmac(std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First"),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

}  // namespace
}  // namespace whorl::internal::registry::keyed
