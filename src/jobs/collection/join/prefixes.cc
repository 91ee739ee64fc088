#include "whorl/prefixes.h"

#include <algorithm>
#include <utility>

#include "fingerprints/sketch/sketch.h"

namespace whorl::phases {

using namespace internal;

PrefixTaker::PrefixTaker(PairRule rule, ShingleOrder order, std::vector<std::uint64_t> moduli)
    : rule_(std::move(rule)), order_(std::move(order)), moduli_(std::move(moduli)) {}

void PrefixTaker::for_each(Shingles sketch, std::uint64_t modulus,
                           const std::function<void(const Prefix&)>& visit) {
  for (std::size_t level = 0; level < moduli_.size(); ++level) {
    if (moduli_[level] < modulus) continue;
    sketch::keep_multiples(sketch, moduli_[level], kept_);
    prefix_.clear();
    const std::size_t hot =
        order_.append_first(kept_, rule_.prefix(moduli_[level], kept_.size()), prefix_);
    const SketchSize size = SketchSize::of(kept_.size(), hot);
    const std::size_t sufficing = rule_.hot_suffice(moduli_[level], size)
                                      ? prefix_.size()
                                      : std::min(prefix_.size(), kept_.size() - hot);
    visit({static_cast<std::uint32_t>(level), size, moduli_[level] == modulus, prefix_, sufficing});
  }
}

}  // namespace whorl::phases
