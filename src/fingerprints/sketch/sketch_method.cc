#include "fingerprints/sketch/sketch_method.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string>
#include <string_view>

#include "base/guard.h"
#include "base/try.h"
#include "fingerprints/kernels/kgram_hash.h"
#include "whorl/methods.h"
#include "whorl/sketch.h"

namespace whorl::internal::sketch {
namespace {

// The table of samplings: which shingles of a text its sketch keeps.
struct SamplingRow {
  SketchKind kind;
  std::string_view name;
  std::string_view argument;  // the letter of the number after the colon; empty if there is none
  std::string_view example;
  std::string_view kept;      // shingles
  std::string_view measures;  // the measures that two sketches give
  std::string_view source;

  bool counts() const { return !argument.empty(); }
};

bool is_sampling(const Sampling& sampling);
constexpr std::uint64_t kMaxValue = 1u << 20;
constexpr auto kSamplings = std::to_array<SamplingRow>({
    {.kind = SketchKind::modulus,
     .name = "mod",
     .argument = "M",
     .example = "mod:25",
     .kept =
         "shingles whose hash is 0 mod M; for small texts a divisor of M, so that about 100 remain",
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
     .kept =
         "shingles whose hash is 0 mod a power of two, so that 100 to 200 remain for any length",
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

// The first is the default.
std::span<const SamplingRow> samplings() { return kSamplings; }

// "mod:25, min:400 (a number up to 1048576), vi or all", for errors.
std::string sampling_examples() {
  std::string all;
  for (const SamplingRow& row : kSamplings) {
    if (!all.empty()) all += &row == &kSamplings.back() ? " or " : ", ";
    all += row.example;
  }
  return all + " (numbers up to " + std::to_string(kMaxValue) + ")";
}

// True if there is a row of its kind and its number is in range.
bool is_sampling(const Sampling& sampling) {
  const SamplingRow* row = row_of(sampling.kind);
  return row != nullptr && (!row->counts() || (sampling.value >= 1 && sampling.value <= kMaxValue));
}

tl::unexpected<Error> refuse(std::string message) {
  return fail(ErrorCode::invalid_argument, std::move(message));
}

std::string names_of_front_ends() {
  std::string names;
  for (const tokens::FrontEnd& row : tokens::front_ends()) {
    if (!names.empty()) names += ", ";
    names += row.name;
  }
  return names;
}

struct NamedFrontEnd {
  const tokens::FrontEnd* row = nullptr;
  std::string_view argument;
};

Result<NamedFrontEnd> named(std::string_view front_end) {
  const std::string_view name = front_end.substr(0, front_end.find(':'));
  const NamedFrontEnd found{tokens::find_front_end(name), name.size() < front_end.size()
                                                              ? front_end.substr(name.size() + 1)
                                                              : std::string_view()};
  if (found.row == nullptr) {
    return refuse("there is no tokenizer '" + std::string(name) + "'; known are " +
                  names_of_front_ends());
  }
  WHORL_RETURN_IF_ERROR(found.row->check(found.argument));
  return found;
}

Result<void> check_shingle(std::uint64_t shingle) {
  if (shingle >= 1 && shingle <= kMaxShingle) return {};
  return refuse("shingles cannot have " + std::to_string(shingle) +
                " symbols; k must be a whole number from 1 to " + std::to_string(kMaxShingle));
}

// "k=10".
Result<std::uint32_t> parse_shingle(std::string_view text) {
  std::uint64_t shingle = 0;
  const std::string_view digits = text.starts_with("k=") ? text.substr(2) : std::string_view();
  const auto [end, error] = std::from_chars(digits.begin(), digits.end(), shingle);
  if (digits.empty() || error != std::errc() || end != digits.end()) {
    return refuse("'k=N' was expected instead of '" + std::string(text) + "'");
  }
  WHORL_RETURN_IF_ERROR(check_shingle(shingle));
  return static_cast<std::uint32_t>(shingle);
}

// The class of a checked method.
std::string_view class_of(const whorl::SketchMethod& method) {
  const auto found = named(method.front_end);
  return found ? found->row->comparison_class(found->argument) : std::string_view();
}

}  // namespace

Result<void> check_sampling(const Sampling& sampling) {
  if (is_sampling(sampling)) return {};
  return refuse("invalid sampling " + std::to_string(sampling.value) + "; use " +
                sampling_examples());
}

Result<void> check_method(const whorl::SketchMethod& method) {
  WHORL_RETURN_IF_ERROR(named(method.front_end));
  WHORL_RETURN_IF_ERROR(check_shingle(method.shingle));
  return check_sampling(method.sampling);
}

Result<ResolvedMethod> resolve(const whorl::SketchMethod& method) {
  WHORL_RETURN_IF_ERROR(check_method(method));
  WHORL_ASSIGN_OR_RETURN(const auto found, named(method.front_end));
  return ResolvedMethod{found.row, std::string(found.argument), method.shingle,
                        Sampler(method.sampling)};
}

}  // namespace whorl::internal::sketch

namespace whorl {

using namespace internal;

Result<SketchMethod> parse_sketch_method(std::string_view text) try {
  const std::size_t first = text.find('/');
  const std::size_t second = first == text.npos ? text.npos : text.find('/', first + 1);
  if (second == text.npos) {
    return fail(
        ErrorCode::invalid_argument,
        "'" + std::string(text) + "' is not a sketch method; an example is words/k=10/mod:25");
  }
  SketchMethod method;
  method.front_end = text.substr(0, first);
  WHORL_ASSIGN_OR_RETURN(method.shingle,
                         sketch::parse_shingle(text.substr(first + 1, second - first - 1)));
  WHORL_ASSIGN_OR_RETURN(method.sampling, parse_sampling(text.substr(second + 1)));
  WHORL_RETURN_IF_ERROR(sketch::check_method(method));
  return method;
} catch (...) {
  return internal::base::caught();
}

std::string print(const SketchMethod& method) {
  return method.front_end + "/k=" + std::to_string(method.shingle) + "/" + print(method.sampling);
}

std::string id(const SketchMethod& method) {
  const auto found = sketch::named(method.front_end);
  const std::string versions =
      found ? tokens::versions_of(*found->row, found->argument) : "no tokenizer";
  return print(method) + " (" + versions + ", hash " + std::to_string(kernels::kHashVersion) + ")";
}

Result<void> comparable(const SketchMethod& a, const SketchMethod& b) try {
  WHORL_RETURN_IF_ERROR(sketch::check_method(a));
  WHORL_RETURN_IF_ERROR(sketch::check_method(b));
  const bool same = a.shingle == b.shingle && a.sampling == b.sampling &&
                    sketch::class_of(a) == sketch::class_of(b);
  if (same) return {};
  return fail(ErrorCode::invalid_argument,
              "sketches of different methods cannot be compared: one is " + print(a) +
                  ", the other " + print(b));
} catch (...) {
  return internal::base::caught();
}

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
