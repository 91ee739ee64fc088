#include "sketch/sketch.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "kernels/bit_positions.h"
#include "kernels/hash_selection.h"
#include "kernels/shared_count.h"

namespace whorl::internal::sketch {
namespace {

// Below about this many kept shingles an estimate is too rough to be of use.
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

// Memory that calls on one thread reuse.
struct Scratch {
  std::vector<std::uint64_t> bits;
  std::vector<std::uint32_t> positions;
  ShingleSet thinned[2];
};

Scratch& scratch() {
  thread_local Scratch mine;
  return mine;
}

// Whether all of a set is in its sketch.
bool is_whole(const SketchView& sketch) { return sketch.hashes.size() == sketch.full_size; }

// The s smallest of the union, and how many of them both sets hold; fewer where a sketch that is
// not whole ends before.
Overlap smallest_of_union(const SketchView& a, const SketchView& b, std::uint64_t s) {
  Overlap seen;
  std::size_t i = 0;
  std::size_t j = 0;
  const auto more = [](const SketchView& set, std::size_t at) {
    return at < set.hashes.size() || is_whole(set);
  };
  for (std::uint64_t taken = 0; taken < s && more(a, i) && more(b, j); ++taken) {
    const bool a_left = i < a.hashes.size(), b_left = j < b.hashes.size();
    if (!a_left && !b_left) break;
    const bool from_a = a_left && (!b_left || a.hashes[i] <= b.hashes[j]);
    const bool from_b = b_left && (!a_left || b.hashes[j] <= a.hashes[i]);
    seen.a += from_a;
    seen.b += from_b;
    seen.both += from_a && from_b;
    i += from_a;
    j += from_b;
  }
  return seen;
}

// |A ∩ B| / |A| where the resemblance is r: |A ∩ B| = r / (1 + r) · (|A| + |B|).
double containment_from(double r, const SketchView& a, const SketchView& b) {
  const double sum = static_cast<double>(a.full_size + b.full_size);
  return std::min(1.0, r / (1 + r) * sum / static_cast<double>(a.full_size));
}

double union_size(double r, const SketchView& a, const SketchView& b) {
  return static_cast<double>(a.full_size + b.full_size) / (1 + r);
}

}  // namespace

SketchMethod::SketchMethod(SketchKind kind, std::uint64_t value) : kind_(kind), value_(value) {
  moduli_ = kind == SketchKind::modulus  ? divisor_chain(value)
            : kind == SketchKind::powers ? powers_of_two()
                                         : std::vector<std::uint64_t>{1};
}

Result<SketchMethod> SketchMethod::parse(std::string_view text) {
  if (text == "all") return SketchMethod(SketchKind::all, 0);
  if (text == "vi") return SketchMethod(SketchKind::powers, 0);
  const std::string_view name = text.substr(0, text.find(':'));
  const std::string_view digits = name.size() < text.size() ? text.substr(name.size() + 1) : "";
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.begin(), digits.end(), value);
  const bool number = error == std::errc() && end == digits.end() && value >= 1 && value <= 1 << 20;
  if (number && name == "mod") return SketchMethod(SketchKind::modulus, value);
  if (number && name == "min") return SketchMethod(SketchKind::smallest, value);
  return fail(ErrorCode::invalid_argument,
              "'" + std::string(text) +
                  "' is no sketch: write mod:25, min:400 (a number up to 1048576), vi or all");
}

std::string SketchMethod::print() const {
  switch (kind_) {
    case SketchKind::modulus:
      return "mod:" + std::to_string(value_);
    case SketchKind::smallest:
      return "min:" + std::to_string(value_);
    case SketchKind::powers:
      return "vi";
    case SketchKind::all:
      break;
  }
  return "all";
}

Sketch SketchMethod::sketch(ShingleSpan set) const {
  Sketch out;
  out.full_size = set.size();
  if (kind_ == SketchKind::smallest) {
    out.hashes.assign(set.begin(), set.begin() + std::min<std::size_t>(set.size(), value_));
    return out;
  }
  for (std::uint64_t modulus : moduli_) {
    if (set.size() / modulus >= kEnough || modulus == 1) out.modulus = modulus;
  }
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

Overlap overlap_from(std::uint64_t least, ShingleSpan a, ShingleSpan b) {
  return {a.size(), b.size(), kernels::shared_count(a, b, least)};
}

Overlap overlap(ShingleSpan a, ShingleSpan b, std::uint64_t modulus) {
  if (modulus == 1) return overlap(a, b);
  auto& [thin_a, thin_b] = scratch().thinned;
  keep_multiples(a, modulus, thin_a);
  keep_multiples(b, modulus, thin_b);
  return overlap(thin_a, thin_b);
}

Overlap SketchMethod::sample(const SketchView& a, const SketchView& b) const {
  if (kind_ != SketchKind::smallest) {
    // Sketches of one modulus hold nothing else.
    return overlap(a.hashes, b.hashes, a.modulus == b.modulus ? 1 : std::max(a.modulus, b.modulus));
  }
  return smallest_of_union(a, b, is_whole(a) && is_whole(b) ? UINT64_MAX : value_);
}

double SketchMethod::least_shown(double t) const {
  if (kind_ == SketchKind::all) return t;
  // Thinned sketches keep more of the union than this, but for chance.
  const double sample = static_cast<double>(kind_ == SketchKind::smallest ? value_ : kEnough);
  return std::max(t / 2, t - kNearlySure * std::sqrt(t * (1 - t) / sample));
}

Measure SketchMethod::resemblance(const SketchView& a, const SketchView& b) const {
  const Overlap seen = sample(a, b);
  const std::uint64_t size = seen.a + seen.b - seen.both;
  const bool exact = kind_ == SketchKind::smallest ? is_whole(a) && is_whole(b)
                                                   : std::max(a.modulus, b.modulus) == 1;
  if (exact) return counted(seen.both, size);
  const double r = size == 0 ? 0 : static_cast<double>(seen.both) / static_cast<double>(size);
  return sampled(seen.both, size, union_size(r, a, b));
}

Measure SketchMethod::containment(const SketchView& a, const SketchView& b) const {
  if (kind_ == SketchKind::smallest) {
    const Measure r = resemblance(a, b);
    if (a.full_size == 0) return counted(0, 0);
    return {containment_from(r.low, a, b), containment_from(r.value, a, b),
            containment_from(r.high, a, b), r.exact};
  }
  const std::uint64_t modulus = std::max(a.modulus, b.modulus);
  const Overlap seen = sample(a, b);
  if (modulus == 1) return counted(seen.both, seen.a);
  Measure estimate = sampled(seen.both, seen.a, static_cast<double>(a.full_size));
  // An empty sample counts as 0, which biases the mean by the chance that it is not empty.
  const double seen_at_all =
      1 - std::pow(1 - 1 / static_cast<double>(modulus), static_cast<double>(a.full_size));
  if (seen_at_all > 0) estimate.value = std::min(estimate.high, estimate.value / seen_at_all);
  return estimate;
}

}  // namespace whorl::internal::sketch
