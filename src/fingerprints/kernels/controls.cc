#include "fingerprints/kernels/controls.h"

#include <cstdint>

#include "fingerprints/kernels/level.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fingerprints/kernels/controls.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace whorl::internal::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Adds the whole vectors of `bytes` to `count`; returns how many bytes these are.
std::size_t CountControls(const char* bytes, std::size_t size, ControlCount& count) {
  const hn::ScalableTag<std::uint8_t> d;
  const auto* from = reinterpret_cast<const std::uint8_t*>(bytes);
  const std::size_t lanes = hn::Lanes(d);
  auto all = hn::Zero(d);
  std::size_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    const auto v = hn::LoadU(d, from + i);
    all = hn::Or(all, v);
    const auto low = hn::Eq(hn::Min(v, hn::Set(d, std::uint8_t{0x1F})), v);
    const auto after_blank = hn::Sub(v, hn::Set(d, std::uint8_t{0x08}));
    const auto blank = hn::Eq(hn::Min(after_blank, hn::Set(d, std::uint8_t{5})), after_blank);
    const auto escape = hn::Eq(v, hn::Set(d, std::uint8_t{0x1B}));
    const auto deleted = hn::Eq(v, hn::Set(d, std::uint8_t{0x7F}));
    const auto control = hn::Or(hn::AndNot(hn::Or(blank, escape), low), deleted);
    if (hn::AllFalse(d, control)) continue;
    count.controls += hn::CountTrue(d, control);
    count.nuls += hn::CountTrue(d, hn::Eq(v, hn::Zero(d)));
  }
  if (!hn::AllFalse(d, hn::TestBit(all, hn::Set(d, std::uint8_t{0x80})))) count.ascii = false;
  return i;
}

}  // namespace whorl::internal::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace whorl::internal::kernels {

HWY_EXPORT(CountControls);

ControlCount count_controls_plain(std::span<const char> bytes) {
  ControlCount count;
  for (const char byte : bytes) {
    const auto c = static_cast<std::uint8_t>(byte);
    const bool blank = c >= 0x08 && c <= 0x0D;
    count.nuls += c == 0;
    count.controls += (c < 0x20 && !blank && c != 0x1B) || c == 0x7F;
    count.ascii = count.ascii && c < 0x80;
  }
  return count;
}

ControlCount count_controls(std::span<const char> bytes) {
  ControlCount count;
  std::size_t done = 0;
  if (level() != Level::scalar) {
    done = HWY_DYNAMIC_DISPATCH(CountControls)(bytes.data(), bytes.size(), count);
  }
  count += count_controls_plain(bytes.subspan(done));
  return count;
}

}  // namespace whorl::internal::kernels
#endif
