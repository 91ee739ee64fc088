#include "fingerprints/sketch/sketch.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <iterator>
#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/guard.h"
#include "base/try.h"
#include "fingerprints/sketch/sketch_method.h"
#include "whorl/sketch.h"

namespace whorl::internal::sketch {
namespace {

tl::unexpected<Error> refuse(const char* reason) {
  return fail(ErrorCode::invalid_argument, std::string("not a whole sketch: ") + reason);
}

bool ascends(ShingleSpan hashes) {
  return std::ranges::adjacent_find(hashes, std::greater_equal<>()) == hashes.end();
}

// True if the number of hashes fits the number of shingles of the text.
bool size_fits(const Sampler& method, const SketchView& view) {
  const std::uint64_t kept = view.hashes.size();
  if (method.kind() == SketchKind::smallest) return kept == method.kept_of(view.full_size);
  return view.modulus == 1 ? kept == view.full_size : kept <= view.full_size;
}

// Fails if the parts of a sketch of a checked method are inconsistent. O(hashes).
Result<void> check_view(const Sampler& method, const SketchView& view, bool counted) {
  const auto& moduli = method.moduli();
  if (std::ranges::find(moduli, view.modulus) == moduli.end()) {
    return refuse("the method does not use its modulus");
  }
  if (!ascends(view.hashes)) return refuse("its hashes are not in ascending order");
  if (view.modulus > 1 && count_multiples(view.hashes, view.modulus) != view.hashes.size()) {
    return refuse("a hash is not a multiple of its modulus");
  }
  if (!size_fits(method, view))
    return refuse("the number of hashes does not fit the length of the text");
  const bool whole = view.modulus == 1 && view.hashes.size() == view.full_size;
  if (whole && !counted)
    return refuse("it contains all shingles, but says that their number is estimated");
  return {};
}

}  // namespace

}  // namespace whorl::internal::sketch

namespace whorl {

using namespace internal;

namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view kMagic = "whorlskt";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kChecksum = sizeof(std::uint64_t);

template <class T>
void put(T value, std::string& out) {
  out.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

std::uint64_t checksum(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

tl::unexpected<Error> damaged(const std::string& reason) {
  return fail(ErrorCode::corrupt, "not the bytes of a sketch: " + reason);
}

// Removes values from the front of bytes; once one does not fit, all are 0 and ok() is false.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  bool ok() const { return ok_; }
  std::size_t left() const { return bytes_.size(); }

  template <class T>
  T take() {
    T value{};
    const std::string_view from = take_bytes(sizeof(value));
    if (ok_) std::memcpy(&value, from.data(), sizeof(value));
    return value;
  }
  std::string_view take_bytes(std::size_t size) {
    ok_ = ok_ && size <= bytes_.size();
    if (!ok_) return {};
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }

 private:
  std::string_view bytes_;
  bool ok_ = true;
};

// Reads magic, version and checksum; keeps the bytes between.
Result<Reader> open(std::string_view bytes) {
  Reader reader(bytes.substr(0, bytes.size() - std::min(bytes.size(), kChecksum)));
  if (reader.take_bytes(kMagic.size()) != kMagic) return damaged("they begin otherwise");
  const auto version = reader.take<std::uint32_t>();
  if (!reader.ok()) return damaged("they end early");
  if (version != kVersion) {
    return fail(ErrorCode::unsupported, "the sketch is of version " + std::to_string(version) +
                                            " of the format; this library reads version " +
                                            std::to_string(kVersion));
  }
  std::uint64_t sum = 0;
  std::memcpy(&sum, bytes.data() + bytes.size() - kChecksum, kChecksum);
  if (sum != checksum(bytes.substr(0, bytes.size() - kChecksum))) {
    return damaged("the checksum is wrong");
  }
  return reader;
}

// The method of an id; fails if this library cannot make such sketches.
Result<SketchMethod> method_of(const std::string& written) {
  const auto method = parse_sketch_method(written.substr(0, written.find(' ')));
  if (method && id(*method) == written) return *method;
  return fail(ErrorCode::unsupported,
              "the sketch was made by '" + written + "'; this library makes " +
                  (method ? "'" + id(*method) + "'" : "none such: " + method.error().message));
}

Result<SketchFields> read_fields(Reader reader) {
  SketchFields fields;
  const std::string written(reader.take_bytes(reader.take<std::uint32_t>()));
  if (!reader.ok()) return damaged("the method ends early");
  WHORL_ASSIGN_OR_RETURN(fields.method, method_of(written));
  const auto counted = reader.take<std::uint32_t>();
  fields.counted = counted == 1;
  fields.modulus = reader.take<std::uint64_t>();
  fields.shingles = reader.take<std::uint64_t>();
  const auto count = reader.take<std::uint64_t>();
  const bool fits = reader.ok() && counted <= 1 && reader.left() % sizeof(count) == 0 &&
                    reader.left() / sizeof(count) == count;
  if (!fits) return damaged("they are too few or too many");
  fields.hashes.resize(count);
  const std::string_view hashes = reader.take_bytes(reader.left());
  if (count > 0) std::memcpy(fields.hashes.data(), hashes.data(), hashes.size());
  return fields;
}

sketch::ShingleSet joined(const Sketch& a, const Sketch& b) {
  sketch::ShingleSet both;
  both.reserve(a.hashes().size() + b.hashes().size());
  std::ranges::set_union(a.hashes(), b.hashes(), std::back_inserter(both));
  return both;
}

// Estimated number of distinct shingles of A ∪ B.
std::uint64_t estimated_size(const Sketch& a, const Sketch& b) {
  const sketch::SketchView x = sketch::view_of(a), y = sketch::view_of(b);
  const double r = sketch::resemblance(a.method().sampling, x, y).value;
  const auto size = static_cast<std::uint64_t>(std::llround(sketch::union_size(r, x, y)));
  return std::max({size, a.shingles(), b.shingles()});
}

}  // namespace

Result<Sketch> Sketch::make(SketchFields fields) try {
  WHORL_RETURN_IF_ERROR(sketch::check_method(fields.method));
  const sketch::SketchView view(fields.hashes, fields.modulus, fields.shingles);
  WHORL_RETURN_IF_ERROR(
      sketch::check_view(sketch::Sampler(fields.method.sampling), view, fields.counted));
  return Sketch(std::move(fields));
} catch (...) {
  return internal::base::caught();
}

Result<Measure> resemblance(const Sketch& a, const Sketch& b) try {
  WHORL_RETURN_IF_ERROR(comparable(a.method(), b.method()));
  return sketch::resemblance(a.method().sampling, sketch::view_of(a), sketch::view_of(b));
} catch (...) {
  return internal::base::caught();
}

Result<Measure> containment(const Sketch& a, const Sketch& b) try {
  WHORL_RETURN_IF_ERROR(comparable(a.method(), b.method()));
  return sketch::containment(a.method().sampling, sketch::view_of(a), sketch::view_of(b));
} catch (...) {
  return internal::base::caught();
}

Result<Sketch> merge(const Sketch& a, const Sketch& b) try {
  WHORL_RETURN_IF_ERROR(comparable(a.method(), b.method()));
  const sketch::Sampler sampler(a.method().sampling);
  const sketch::ShingleSet both = joined(a, b);
  if (a.complete() && b.complete()) {
    auto made = sampler.sketch(both);
    return Sketch::make({a.method(), std::move(made.hashes), made.modulus, made.full_size});
  }
  SketchFields fields{.method = a.method(), .shingles = estimated_size(a, b), .counted = false};
  if (sampler.kind() == SketchKind::smallest) {
    fields.hashes.assign(both.begin(),
                         both.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(
                                            both.size(), sampler.kept_of(fields.shingles))));
  } else {
    fields.modulus = std::max({a.modulus(), b.modulus(), sampler.modulus_for(fields.shingles)});
    sketch::keep_multiples(both, fields.modulus, fields.hashes);
  }
  return Sketch::make(std::move(fields));
} catch (...) {
  return internal::base::caught();
}

std::string to_bytes(const Sketch& sketch) {
  const std::string method = id(sketch.method());
  std::string out(kMagic);
  put(kVersion, out);
  put(static_cast<std::uint32_t>(method.size()), out);
  out += method;
  put(std::uint32_t{sketch.counted()}, out);
  put(sketch.modulus(), out);
  put(sketch.shingles(), out);
  put(std::uint64_t{sketch.hashes().size()}, out);
  for (const std::uint64_t hash : sketch.hashes()) put(hash, out);
  put(checksum(out), out);
  return out;
}

Result<Sketch> sketch_from_bytes(std::string_view bytes) try {
  WHORL_ASSIGN_OR_RETURN(const auto reader, open(bytes));
  WHORL_ASSIGN_OR_RETURN(auto fields, read_fields(reader));
  auto made = Sketch::make(std::move(fields));
  if (!made) return damaged(made.error().message);
  return made;
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
