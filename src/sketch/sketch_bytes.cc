// Sketches as bytes: docs/format.md, "Sketches".
#include <bit>
#include <cstring>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "sketch/public_sketch.h"
#include "whorl/sketch.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace whorl {

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

// Takes values off the front of bytes; once one does not fit, all are 0 and ok() is false.
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

// Magic, version and checksum; leaves what lies between.
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
    return damaged("the checksum is not theirs");
  }
  return reader;
}

// The method of an id, which has to be one that this library makes sketches by.
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

}  // namespace

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
