#include "fingerprints/sketch/sketch.h"

#include <algorithm>
#include <cmath>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/per_thread.h"
#include "base/try.h"
#include "fingerprints/kernels/bit_positions.h"
#include "fingerprints/kernels/hash_selection.h"
#include "fingerprints/kernels/shared_count.h"

namespace whorl::internal::sketch {
namespace {

// With fewer kept shingles, an estimate is too rough to be useful.
constexpr std::uint64_t kEnough = 100;

// 1 and then, prime by prime, up to m: each divides the next.
std::vector<std::uint64_t> divisor_chain(std::uint64_t m) {
  std::vector<std::uint64_t> primes;
  for (std::uint64_t p = 2; p * p <= m; ++p) {
    for (; m % p == 0; m /= p) primes.push_back(p);
  }
  if (m > 1) primes.push_back(m);
  std::vector<std::uint64_t> chain = {1};
  for (std::uint64_t p : primes) chain.push_back(chain.back() * p);
  return chain;
}

std::vector<std::uint64_t> powers_of_two() {
  std::vector<std::uint64_t> chain;
  for (int i = 0; i < 32; ++i) chain.push_back(1ull << i);
  return chain;
}

// Working memory of a thread.
struct Scratch {
  std::vector<std::uint64_t> bits;
  std::vector<std::uint32_t> positions;
  ShingleSet thinned[2];
};

Scratch& scratch() {
  static base::PerThread<Scratch> memory;
  return memory.mine();
}

// The least share that a sample of this size shows of a true share t, except once in 30,000 times.
double least_in_sample(double t, std::uint64_t sample) {
  const auto size = static_cast<double>(std::max<std::uint64_t>(1, sample));
  return std::max(t / 2, t - kNearlySure * std::sqrt(t * (1 - t) / size));
}

}  // namespace

Sampler::Sampler(const Sampling& sampling) : sampling_(sampling) {
  const SketchKind kind = sampling.kind;
  moduli_ = kind == SketchKind::modulus  ? divisor_chain(sampling.value)
            : kind == SketchKind::powers ? powers_of_two()
                                         : std::vector<std::uint64_t>{1};
}

Result<Sampler> Sampler::parse(std::string_view text) {
  WHORL_ASSIGN_OR_RETURN(const auto sampling, parse_sampling(text));
  return Sampler(sampling);
}

std::uint64_t Sampler::modulus_for(std::uint64_t shingles) const {
  std::uint64_t coarsest = 1;
  for (const std::uint64_t modulus : moduli_) {
    if (shingles / modulus >= kEnough) coarsest = modulus;
  }
  return coarsest;
}

Sketch Sampler::sketch(ShingleSpan set) const {
  Sketch out;
  out.full_size = set.size();
  if (kind() == SketchKind::smallest) {
    const ShingleSpan kept = set.first(kept_of(set.size()));
    out.hashes.assign(kept.begin(), kept.end());
    return out;
  }
  out.modulus = modulus_for(set.size());
  keep_multiples(set, out.modulus, out.hashes);
  return out;
}

void keep_multiples(ShingleSpan set, std::uint64_t modulus, ShingleSet& kept) {
  Scratch& my = scratch();
  kernels::mark_multiples(set, modulus, my.bits);
  kernels::bit_positions(my.bits, 0, my.positions);
  kept.resize(my.positions.size());
  for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = set[my.positions[i]];
}

std::uint64_t count_multiples(ShingleSpan set, std::uint64_t modulus) {
  Scratch& my = scratch();
  kernels::mark_multiples(set, modulus, my.bits);
  return kernels::count_bits(my.bits);
}

Overlap overlap(ShingleSpan a, ShingleSpan b) { return overlap_from(0, a, b); }

Overlap overlap_from(std::uint64_t min, ShingleSpan a, ShingleSpan b) {
  return {a.size(), b.size(), kernels::shared_count(a, b, min)};
}

Overlap overlap(ShingleSpan a, ShingleSpan b, std::uint64_t modulus) {
  if (modulus == 1) return overlap(a, b);
  auto& [thin_a, thin_b] = scratch().thinned;
  keep_multiples(a, modulus, thin_a);
  keep_multiples(b, modulus, thin_b);
  return overlap(thin_a, thin_b);
}

// Thinned sketches nearly always keep at least kEnough of the union.
double Sampler::least_shown(double t) const {
  return least_shown(t, kind() == SketchKind::smallest ? sampling_.value : kEnough);
}

double Sampler::least_shown(double t, std::uint64_t in_union) const {
  if (kind() == SketchKind::all) return t;
  return least_in_sample(
      t, kind() == SketchKind::smallest ? sampling_.value : std::max(in_union, kEnough));
}

double Sampler::least_contained(double t, std::uint64_t kept) const {
  return kind() == SketchKind::all ? t : least_in_sample(t, kept);
}

void super_shingles(ShingleSpan hashes, std::uint32_t run, std::vector<std::uint64_t>& keys) {
  keys.clear();
  if (hashes.empty()) return;
  const std::size_t length = std::min<std::size_t>(run, hashes.size());
  for (std::size_t i = 0; i + length <= hashes.size(); ++i) {
    const ShingleSpan one = hashes.subspan(i, length);
    keys.push_back(XXH3_64bits(one.data(), one.size_bytes()));
  }
}

}  // namespace whorl::internal::sketch
