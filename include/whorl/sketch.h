// Sketches: small samples of a text's set of shingles (its distinct k-grams). Two texts can be
// compared by their sketches alone (Broder 1997, "Estimating the resemblance and the containment").
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "whorl/estimate.h"
#include "whorl/result.h"

namespace whorl {

// Which shingles of a text its sketch contains.
enum class SketchKind {
  modulus,   // mod:M   those with a hash that is 0 mod M. A text with few shingles has a divisor of
             //         M instead, so that about 100 or more shingles remain
  powers,    // vi      the same with a power of two, without a limit: 100 to 200 for any length
  smallest,  // min:S   the S smallest hashes
  all,       // all     all shingles, so all measures are exact
};

struct Sampling {
  SketchKind kind = SketchKind::modulus;
  std::uint64_t value = 25;  // M or S, from 1 to 1,048,576; the other kinds ignore it
  friend bool operator==(const Sampling& a, const Sampling& b) {
    const bool one = a.kind == SketchKind::modulus || a.kind == SketchKind::smallest;
    return a.kind == b.kind && (!one || a.value == b.value);
  }
};

// Reads "mod:25", "min:400", "vi" or "all". Errors list the allowed forms.
Result<Sampling> parse_sampling(std::string_view text);
// Returns the form that parse_sampling() reads.
std::string print(const Sampling& sampling);

// How sketches are computed. `whorl cluster` has the same default sampling, but shingles of 5
// words.
struct SketchMethod {
  std::string front_end = "words";  // a tokenizer with its argument: "words", "html:words",
                                    // "code:java"
  std::uint32_t shingle = 10;       // symbols per shingle, from 1 to 1,048,576
  Sampling sampling = {};
  friend bool operator==(const SketchMethod&, const SketchMethod&) = default;
};

// Reads "words/k=10/mod:25". Errors name the wrong part and the allowed values.
Result<SketchMethod> parse_sketch_method(std::string_view text);
// Returns the form that parse_sketch_method() reads.
std::string print(const SketchMethod& method);
// Returns the identifier that stored sketches contain: print() and the versions of tokenizer, hash
// and Unicode.
std::string id(const SketchMethod& method);

struct SketchFields {
  SketchMethod method = {};
  std::vector<std::uint64_t> hashes = {};  // ascending, distinct, 0 mod `modulus`
  std::uint64_t modulus = 1;               // 1 for `min` and `all`
  std::uint64_t shingles = 0;              // number of distinct shingles of the text
  bool counted = true;                     // false: `shingles` is an estimate, after merge()
};

// A sketch with consistent fields. Created by sketch(), merge(), make() and sketch_from_bytes().
class Sketch {
 public:
  // Returns a sketch with fields that were stored elsewhere. Fails with invalid_argument if they
  // are inconsistent. O(hashes).
  static Result<Sketch> make(SketchFields fields);

  const SketchMethod& method() const { return fields_.method; }
  std::span<const std::uint64_t> hashes() const { return fields_.hashes; }
  std::uint64_t modulus() const { return fields_.modulus; }
  std::uint64_t shingles() const { return fields_.shingles; }
  bool counted() const { return fields_.counted; }
  // True if it contains every shingle of the text.
  bool complete() const { return fields_.counted && fields_.hashes.size() == fields_.shingles; }

 private:
  explicit Sketch(SketchFields fields) : fields_(std::move(fields)) {}
  SketchFields fields_;
};

// Returns the sketch of a text in memory. It equals the one that a store of `whorl cluster` has for
// this UTF-8 text. A text with fewer symbols than a shingle has an empty sketch, which resembles
// nothing.
//
// The text is always read as UTF-8; other charsets are not detected. A byte that belongs to no
// character counts as one U+FFFD.
//
// Fails with invalid_argument if the method is wrong. Fails with limit_exceeded if the text has
// more than 4,294,967,294 bytes, before it reads any, or more than that number of symbols. Takes
// O(bytes + n log n) time for n shingles, and 16 bytes of memory for each. If the text is shorter
// than 16 MiB, the thread keeps this memory for its next text. Callable from any thread.
Result<Sketch> sketch(std::string_view text, const SketchMethod& method);

// Succeeds if sketches of the two methods can be compared. They need the same shingle length, the
// same sampling, and tokenizers with symbols of one class, such as "words" and "html:words". The
// error names both methods.
Result<void> comparable(const SketchMethod& a, const SketchMethod& b);

// Returns |A ∩ B| / |A ∪ B| of the two sets of shingles; 0 for empty sets. The value is exact if
// the sketches allow it, otherwise an estimate. Fails with invalid_argument if the methods are not
// comparable(). O(hashes).
Result<Measure> resemblance(const Sketch& a, const Sketch& b);

// Returns |A ∩ B| / |A|, the share of a that is in b. For `min` sketches, containment is computed
// from the resemblance and the numbers of shingles. If the texts have unequal lengths, use its
// interval, because the value is rough. Errors and cost as for resemblance().
Result<Measure> containment(const Sketch& a, const Sketch& b);

// Returns a sketch of the union of the two sets of shingles, with the method of a. If both sketches
// are complete(), it is exactly the sketch of the union. Otherwise, its `shingles` is an estimate;
// its hashes are those of a sketch of the union with the same modulus or size. Fails with
// invalid_argument if the methods are not comparable(). O(hashes).
Result<Sketch> merge(const Sketch& a, const Sketch& b);

// Returns a sketch as bytes (docs/format.md, "Sketches"), the same on every machine.
std::string to_bytes(const Sketch& sketch);

// Reads the bytes that to_bytes() returned. Fails with corrupt if they are damaged. Fails with
// unsupported if this library does not have their version of format, tokenizer, hash or Unicode;
// the message names both versions. O(bytes).
Result<Sketch> sketch_from_bytes(std::string_view bytes);

}  // namespace whorl
