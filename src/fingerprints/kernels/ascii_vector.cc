#include "fingerprints/kernels/ascii_vector.h"

#include "fingerprints/kernels/pack_table.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fingerprints/kernels/ascii_vector.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace whorl::internal::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<std::uint8_t, kAsciiBlock>;
using V = hn::Vec<D>;

// True where v - first < count, as unsigned numbers.
HWY_INLINE hn::Mask<D> InRange(V v, std::uint8_t first, std::uint8_t count) {
  const D d;
  const V offset = hn::Sub(v, hn::Set(d, first));
  return hn::Eq(hn::Min(offset, hn::Set(d, static_cast<std::uint8_t>(count - 1))), offset);
}

// The characters that count: of(v, lower) returns which bytes of `v`, all ASCII, are kept, and
// turns those into symbols. `lower` is `v` with the bit set that distinguishes small letters from
// capitals.
struct LettersAndDigits {
  static HWY_INLINE hn::Mask<D> of(V& v, V lower) {
    const auto letter = InRange(lower, 'a', 26);
    const auto kept = hn::Or(letter, InRange(v, '0', 10));
    v = hn::IfThenElse(letter, lower, v);
    return kept;
  }
};

struct Consonants {
  static HWY_INLINE hn::Mask<D> of(V& v, V lower) {
    const D d;
    // Finds a vowel by the low half of its byte, which is unique except for e and u.
    alignas(16) static constexpr std::uint8_t kVowels[16] = {0, 'a', 0, 0, 0, 'e', 0, 0,
                                                             0, 'i', 0, 0, 0, 0,   0, 'o'};
    const V vowels = hn::LoadDup128(d, kVowels);
    const V vowel = hn::TableLookupBytes(vowels, hn::And(lower, hn::Set(d, std::uint8_t{0x0F})));
    const auto is_vowel =
        hn::Or(hn::Eq(lower, vowel), hn::Eq(lower, hn::Set(d, std::uint8_t{'u'})));
    v = lower;
    return hn::AndNot(is_vowel, InRange(lower, 'a', 26));
  }
};

#if HWY_TARGET == HWY_AVX3_DL

// Writes the kept bytes of `v` and possibly others after them; returns how many were kept.
HWY_INLINE std::size_t Pack(V v, hn::Mask<D> keep, const std::uint8_t*, std::uint8_t* to) {
  const D d;
  hn::StoreU(hn::Compress(v, keep), d, to);
  return hn::CountTrue(d, keep);
}

#else

// The same with a table of shuffles, eight bytes at a time. `bits` are those of `keep`.
HWY_INLINE std::size_t Pack(V v, hn::Mask<D>, const std::uint8_t* bits, std::uint8_t* to) {
  const D d;
  const hn::CappedTag<std::uint8_t, 8> eight;
  alignas(64) std::uint8_t bytes[kAsciiBlock];
  hn::Store(v, d, bytes);
  std::uint8_t* const begin = to;
  for (std::size_t i = 0; i < hn::Lanes(d); i += 8) {
    const std::uint8_t kept = bits[i / 8];
    const auto shuffle = hn::LoadU(eight, kPack.shuffles[kept].data());
    hn::StoreU(hn::TableLookupBytes(hn::LoadU(eight, bytes + i), shuffle), eight, to);
    to += hwy::PopCount(kept);
  }
  return static_cast<std::size_t>(to - begin);
}

#endif

// At the beginning of a page of memory, prefetches the beginning of the next one into the second
// level of the cache. The processor's own prefetching stops at each page. The address need not be
// valid.
HWY_INLINE void FetchNextPage(const std::uint8_t* at) {
  constexpr std::size_t kPage = 4096, kLine = 64, kLines = 8;
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  if (HWY_LIKELY(address % kPage >= kAsciiBlock)) return;
  for (std::size_t i = 0; i < kLines; ++i) {
    __builtin_prefetch(reinterpret_cast<const void*>(address + kPage + i * kLine), 0, 2);
  }
}

template <class Kept>
HWY_INLINE AsciiRun Blocks(const char* text, std::size_t size, std::uint8_t* symbols,
                           std::uint64_t* keep) {
  const D d;
  constexpr std::size_t kVectors = kAsciiBlock / hn::MaxLanes(D());
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text);
  AsciiRun run;
  for (; run.read + kAsciiBlock <= size; run.read += kAsciiBlock) {
    FetchNextPage(bytes + run.read);
    V v[kVectors];
    V all = hn::Zero(d);
    for (std::size_t i = 0; i < kVectors; ++i) {
      v[i] = hn::LoadU(d, bytes + run.read + i * hn::Lanes(d));
      all = hn::Or(all, v[i]);
    }
    if (!hn::AllFalse(d, hn::TestBit(all, hn::Set(d, std::uint8_t{0x80})))) break;
    alignas(8) std::uint8_t kept_bits[kAsciiBlock / 8];
    for (std::size_t i = 0; i < kVectors; ++i) {
      const V lower = hn::Or(v[i], hn::Set(d, std::uint8_t{0x20}));
      const auto kept = Kept::of(v[i], lower);
      std::uint8_t* bits = kept_bits + i * hn::Lanes(d) / 8;
      hn::StoreMaskBits(d, kept, bits);
      run.kept += Pack(v[i], kept, bits, symbols + run.kept);
    }
    hwy::CopyBytes<8>(kept_bits, keep++);
  }
  return run;
}

AsciiRun CanonicalizeBlocks(const char* text, std::size_t size, std::uint8_t* symbols,
                            std::uint64_t* keep) {
  return Blocks<LettersAndDigits>(text, size, symbols, keep);
}

AsciiRun ConsonantBlocks(const char* text, std::size_t size, std::uint8_t* symbols,
                         std::uint64_t* keep) {
  return Blocks<Consonants>(text, size, symbols, keep);
}

}  // namespace whorl::internal::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace whorl::internal::kernels {

HWY_EXPORT(CanonicalizeBlocks);
HWY_EXPORT(ConsonantBlocks);

AsciiRun canonicalize_ascii_blocks(std::span<const char> text, std::uint8_t* symbols,
                                   std::uint64_t* keep) {
  return HWY_DYNAMIC_DISPATCH(CanonicalizeBlocks)(text.data(), text.size(), symbols, keep);
}

AsciiRun consonants_of_ascii_blocks(std::span<const char> text, std::uint8_t* symbols,
                                    std::uint64_t* keep) {
  return HWY_DYNAMIC_DISPATCH(ConsonantBlocks)(text.data(), text.size(), symbols, keep);
}

}  // namespace whorl::internal::kernels
#endif
