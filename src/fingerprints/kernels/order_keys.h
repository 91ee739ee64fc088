// Order keys of all k-grams of a text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fingerprints/kernels/kgram_hash.h"
#include "fingerprints/kernels/odd_inverse.h"

namespace whorl::internal::kernels {

// keys[i] = order_key(symbols[i, i + k)), each computed from the one before: the plain twin of the
// vector kernels. Empty if there are fewer than k symbols. O(n) time, 4n bytes.
template <class Symbol>
void order_keys(std::span<const Symbol> symbols, std::size_t k, std::uint32_t seed,
                std::vector<std::uint32_t>& keys) {
  keys.clear();
  if (symbols.size() < k) return;
  keys.reserve(symbols.size() - k + 1);
  const OrderHash hash(seed);
  std::uint32_t past = 1;  // B^k, the weight of the symbol that leaves
  for (std::size_t i = 0; i < k; ++i) past *= hash.base;
  std::uint32_t polynomial = 0;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    polynomial = polynomial * hash.base + static_cast<std::uint32_t>(symbols[i]);
    if (i >= k) polynomial -= past * static_cast<std::uint32_t>(symbols[i - k]);
    if (i + 1 >= k) keys.push_back(hash.key(polynomial));
  }
}

// Powers with which running sums give the keys of any k: with S_i = S_(i-1) + symbol_i · down_i,
// the key of the k symbols that end at i is (S_i - S_(i-k)) · up_i + 2^31. No step waits for a
// multiplication of the step before, and the processor computes many keys at once.
class OrderPowers {
 public:
  // Computes the powers for `count` symbols. O(count) if the seed changes or `count` is larger than
  // before; otherwise nothing is done.
  void reach(std::uint32_t seed, std::size_t count) {
    const OrderHash hash(seed);
    if (seed != seed_ || down_.empty()) {
      seed_ = seed;
      down_.assign(1, 1);
      up_.assign(1, hash.multiplier);
    }
    const std::uint32_t inverse = odd_inverse(hash.base);
    while (down_.size() < count) {
      down_.push_back(down_.back() * inverse);
      up_.push_back(up_.back() * hash.base);
    }
  }

  const std::uint32_t* down() const { return down_.data(); }  // B^-i
  const std::uint32_t* up() const { return up_.data(); }      // M · B^i

 private:
  std::uint32_t seed_ = 0;
  std::vector<std::uint32_t> down_, up_;
};

}  // namespace whorl::internal::kernels
