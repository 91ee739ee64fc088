// Kgrams: the k-grams of a text as a sequence with the order that selectors use.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "canon/canon.h"
#include "kernels/kgram_hash.h"
#include "kernels/order_keys.h"
#include "whorl/fingerprint.h"

namespace whorl {

// Order keys are computed for all, fingerprints when they are asked for. Holds a view of
// the symbols, which must outlive it.
template <class Symbol>
class Kgrams {
 public:
  Kgrams(std::span<const Symbol> symbols, std::uint32_t k, std::uint64_t seed)
      : symbols_(symbols), k_(k), seed_(seed) {
    kernels::order_keys(symbols, k, kernels::order_seed(seed), keys_);
  }

  std::size_t size() const { return keys_.size(); }

  std::uint64_t fingerprint(std::size_t i) const {
    return kernels::fingerprint(symbols_.subspan(i, k_), seed_);
  }

  // By order key, then by fingerprint.
  bool less(std::size_t i, std::size_t j) const {
    if (keys_[i] != keys_[j]) return keys_[i] < keys_[j];
    const auto a = symbols_.subspan(i, k_), b = symbols_.subspan(j, k_);
    return !std::ranges::equal(a, b) && fingerprint(i) < fingerprint(j);
  }

  void append(std::size_t i, Fingerprints& out) const {
    out.hash.push_back(fingerprint(i));
    out.position.push_back(static_cast<std::uint32_t>(i));
  }

 private:
  std::span<const Symbol> symbols_;
  std::uint32_t k_;
  std::uint64_t seed_;
  std::vector<std::uint32_t> keys_;
};

// Calls body with the symbols as a span of their own type.
template <class Body>
auto with_span(const Symbols& symbols, Body body) {
  return std::visit(
      [&](const auto& list) {
        return body(std::span<const typename std::decay_t<decltype(list)>::value_type>(list));
      },
      symbols);
}

}  // namespace whorl
