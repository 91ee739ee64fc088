#include "sketch/samplings.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/guard.h"
#include "whorl/methods.h"

namespace whorl::internal::sketch {
namespace {

constexpr std::uint64_t kMaxValue = 1u << 20;

constexpr auto kSamplings = std::to_array<SamplingRow>({
    {.kind = SketchKind::modulus,
     .name = "mod",
     .argument = "M",
     .example = "mod:25",
     .kept = "those whose hash is 0 mod M; of small texts one in a divisor of M, so that about a "
             "hundred remain",
     .measures = "resemblance and containment, estimated with intervals",
     .source = "Broder 1997, \"Estimating the resemblance and the containment\""},
    {.kind = SketchKind::smallest,
     .name = "min",
     .argument = "S",
     .example = "min:400",
     .kept = "the S smallest hashes",
     .measures = "resemblance, estimated with an interval; containment roughly",
     .source = "Broder 1997, \"Estimating the resemblance and the containment\""},
    {.kind = SketchKind::powers,
     .name = "vi",
     .argument = "",
     .example = "vi",
     .kept = "those whose hash is 0 mod a power of two, so that 100 to 200 remain whatever the "
             "length",
     .measures = "resemblance and containment, estimated with intervals",
     .source = "Broder 1997, \"Estimating the resemblance and the containment\""},
    {.kind = SketchKind::all,
     .name = "all",
     .argument = "",
     .example = "all",
     .kept = "every one",
     .measures = "resemblance and containment, exact",
     .source = "none: the whole set"},
});

const SamplingRow* row_of(SketchKind kind) {
  const auto found = std::ranges::find(kSamplings, kind, &SamplingRow::kind);
  return found == kSamplings.end() ? nullptr : &*found;
}

// "mod:25" by the row of `mod`.
bool read(const SamplingRow& row, std::string_view text, Sampling& out) {
  if (!text.starts_with(row.name)) return false;
  text.remove_prefix(row.name.size());
  out = {row.kind, 0};
  if (!row.counts()) return text.empty();
  if (!text.starts_with(':')) return false;
  const auto [end, error] = std::from_chars(text.begin() + 1, text.end(), out.value);
  return error == std::errc() && end == text.end() && is_sampling(out);
}

}  // namespace

std::span<const SamplingRow> samplings() { return kSamplings; }

std::string sampling_examples() {
  std::string all;
  for (const SamplingRow& row : kSamplings) {
    if (!all.empty()) all += &row == &kSamplings.back() ? " or " : ", ";
    all += row.example;
  }
  return all + " (numbers up to " + std::to_string(kMaxValue) + ")";
}

bool is_sampling(const Sampling& sampling) {
  const SamplingRow* row = row_of(sampling.kind);
  return row != nullptr && (!row->counts() || (sampling.value >= 1 && sampling.value <= kMaxValue));
}

}  // namespace whorl::internal::sketch

namespace whorl {

using namespace internal;

Result<Sampling> parse_sampling(std::string_view text) try {
  Sampling sampling;
  for (const sketch::SamplingRow& row : sketch::samplings()) {
    if (sketch::read(row, text, sampling)) return sampling;
  }
  return fail(ErrorCode::invalid_argument,
              "invalid sketch '" + std::string(text) + "'; use " + sketch::sampling_examples());
} catch (...) {
  return internal::base::caught();
}

std::string print(const Sampling& sampling) {
  const sketch::SamplingRow* row = sketch::row_of(sampling.kind);
  if (row == nullptr) return "no sampling";
  const std::string name(row->name);
  return row->counts() ? name + ":" + std::to_string(sampling.value) : name;
}

std::vector<SamplingMethod> sampling_methods() {
  std::vector<SamplingMethod> all;
  for (const sketch::SamplingRow& row : sketch::samplings()) {
    all.push_back({row.name, row.argument, row.example, row.kept, row.measures, row.source});
  }
  return all;
}

}  // namespace whorl
