#include "sketch/sketch_method.h"

#include <charconv>

#include "base/guard.h"
#include "base/try.h"
#include "kernels/kgram_hash.h"
#include "sketch/samplings.h"

namespace whorl::internal::sketch {
namespace {

tl::unexpected<Error> refuse(std::string message) {
  return fail(ErrorCode::invalid_argument, std::move(message));
}

std::string names_of_front_ends() {
  std::string names;
  for (const canon::FrontEnd& row : canon::front_ends()) {
    if (!names.empty()) names += ", ";
    names += row.name;
  }
  return names;
}

struct NamedFrontEnd {
  const canon::FrontEnd* row = nullptr;
  std::string_view argument;
};

Result<NamedFrontEnd> named(std::string_view front_end) {
  const std::string_view name = front_end.substr(0, front_end.find(':'));
  const NamedFrontEnd found{canon::find_front_end(name), name.size() < front_end.size()
                                                             ? front_end.substr(name.size() + 1)
                                                             : std::string_view()};
  if (found.row == nullptr) {
    return refuse("no front end is called '" + std::string(name) + "'; there are " +
                  names_of_front_ends());
  }
  WHORL_RETURN_IF_ERROR(found.row->check(found.argument));
  return found;
}

Result<void> check_shingle(std::uint64_t shingle) {
  if (shingle >= 1 && shingle <= kMaxShingle) return {};
  return refuse("a shingle of " + std::to_string(shingle) +
                " symbols is none; k must be a whole number from 1 to " +
                std::to_string(kMaxShingle));
}

// "k=10".
Result<std::uint32_t> parse_shingle(std::string_view text) {
  std::uint64_t shingle = 0;
  const std::string_view digits = text.starts_with("k=") ? text.substr(2) : std::string_view();
  const auto [end, error] = std::from_chars(digits.begin(), digits.end(), shingle);
  if (digits.empty() || error != std::errc() || end != digits.end()) {
    return refuse("'k=N' was expected where '" + std::string(text) + "' stands");
  }
  WHORL_RETURN_IF_ERROR(check_shingle(shingle));
  return static_cast<std::uint32_t>(shingle);
}

// The class of a method that was checked.
std::string_view class_of(const whorl::SketchMethod& method) {
  const auto found = named(method.front_end);
  return found ? found->row->comparison_class(found->argument) : std::string_view();
}

}  // namespace

Result<void> check_sampling(const Sampling& sampling) {
  if (is_sampling(sampling)) return {};
  return refuse("a sampling of " + std::to_string(sampling.value) + " is none; use " +
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
    return fail(ErrorCode::invalid_argument,
                "'" + std::string(text) + "' is no method of sketching: write words/k=10/mod:25");
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
      found ? canon::versions_of(*found->row, found->argument) : "no front end";
  return print(method) + " (" + versions + ", hash " + std::to_string(kernels::kHashVersion) + ")";
}

Result<void> comparable(const SketchMethod& a, const SketchMethod& b) try {
  WHORL_RETURN_IF_ERROR(sketch::check_method(a));
  WHORL_RETURN_IF_ERROR(sketch::check_method(b));
  const bool same = a.shingle == b.shingle && a.sampling == b.sampling &&
                    sketch::class_of(a) == sketch::class_of(b);
  if (same) return {};
  return fail(ErrorCode::invalid_argument, "sketches of different methods do not compare: one is " +
                                               print(a) + ", the other " + print(b));
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
