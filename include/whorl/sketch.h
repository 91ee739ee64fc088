// Sketches: small samples of a text's set of shingles (its distinct k-grams), from which two texts
// are compared without them (Broder 1997, "Estimating the resemblance and the containment").
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

// Which shingles of a text its sketch keeps.
enum class SketchKind {
  modulus,   // mod:M   those whose hash is 0 mod M; a text of few shingles is kept finer, at a
             //         divisor of M, so that about a hundred remain
  powers,    // vi      the same with powers of two and no bound: 100 to 200 whatever the length
  smallest,  // min:S   the S smallest hashes
  all,       // all     every one: all measures are exact
};

struct Sampling {
  SketchKind kind = SketchKind::modulus;
  std::uint64_t value = 25;  // M or S, from 1 to 1,048,576; of the other kinds it is ignored
  friend bool operator==(const Sampling& a, const Sampling& b) {
    const bool one = a.kind == SketchKind::modulus || a.kind == SketchKind::smallest;
    return a.kind == b.kind && (!one || a.value == b.value);
  }
};

// Reads "mod:25", "min:400", "vi" or "all". Errors say what is allowed there.
Result<Sampling> parse_sampling(std::string_view text);
// The form parse_sampling() reads.
std::string print(const Sampling& sampling);

// How sketches are made. Those of `whorl cluster` are by default as this one is.
struct SketchMethod {
  std::string front_end = "words";  // a row of the table of tokenizers, with its argument:
                                    // "words", "html:words", "code:java"
  std::uint32_t shingle = 10;       // symbols a shingle, from 1 to 1,048,576
  Sampling sampling = {};
  friend bool operator==(const SketchMethod&, const SketchMethod&) = default;
};

// Reads "words/k=10/mod:25". Errors name the part that is wrong and what is allowed there.
Result<SketchMethod> parse_sketch_method(std::string_view text);
// The form parse_sketch_method() reads.
std::string print(const SketchMethod& method);
// What is stamped into stored sketches: print() with the versions of tokenizer, hash and Unicode.
std::string id(const SketchMethod& method);

struct SketchFields {
  SketchMethod method = {};
  std::vector<std::uint64_t> hashes = {};  // ascending, distinct, 0 mod `modulus`
  std::uint64_t modulus = 1;               // 1 for `min` and `all`
  std::uint64_t shingles = 0;              // distinct shingles of the text
  bool counted = true;                     // false: `shingles` is an estimate, after merge()
};

// A sketch, whose fields fit together. Made by sketch(), merge() and sketch_from_bytes().
class Sketch {
 public:
  // From fields that were kept elsewhere. Fails where they do not fit together. O(hashes).
  static Result<Sketch> make(SketchFields fields);

  const SketchMethod& method() const { return fields_.method; }
  std::span<const std::uint64_t> hashes() const { return fields_.hashes; }
  std::uint64_t modulus() const { return fields_.modulus; }
  std::uint64_t shingles() const { return fields_.shingles; }
  bool counted() const { return fields_.counted; }
  // Whether it contains every shingle of the text.
  bool complete() const { return fields_.counted && fields_.hashes.size() == fields_.shingles; }

 private:
  explicit Sketch(SketchFields fields) : fields_(std::move(fields)) {}
  SketchFields fields_;
};

// The sketch of a text in memory, the one that a store of `whorl cluster` keeps of a UTF-8 text. A
// text of fewer symbols than a shingle has an empty one, which resembles nothing.
//
// The text is UTF-8 and is not searched for another charset: a byte that is part of no character
// counts as one U+FFFD.
//
// Errors: invalid_argument when the method is wrong; limit_exceeded when the text has more than
// 4,294,967,294 bytes (none is read then), or as many symbols. O(bytes + n log n) in time
// for n shingles, 16 bytes each, which the thread keeps for its next text where this one is
// shorter than 16 MiB. Callable from any thread.
Result<Sketch> sketch(std::string_view text, const SketchMethod& method);

// Whether sketches of the two methods may be measured: their shingles and samplings are equal, and
// their tokenizers give symbols of one class ("words" and "html:words" do). An Error says what
// differs.
Result<void> comparable(const SketchMethod& a, const SketchMethod& b);

// |A ∩ B| / |A ∪ B| of the two sets of shingles, estimated, or counted where the sketches allow it;
// 0 of empty sets. Errors: invalid_argument where the methods do not compare. O(hashes).
Result<Measure> resemblance(const Sketch& a, const Sketch& b);

// |A ∩ B| / |A|: how much of a is in b. Only an interval follows from `min` sketches of texts of
// unequal length. Errors and cost as of resemblance().
Result<Measure> containment(const Sketch& a, const Sketch& b);

// The sketch of the union of the two sets of shingles; its method is a's. That of complete
// sketches is the sketch of the union; else its `shingles` is an estimate, and its hashes are
// those that a sketch of the union of its modulus, or of its size, has. Errors: invalid_argument
// where the methods do not compare. O(hashes).
Result<Sketch> merge(const Sketch& a, const Sketch& b);

// A sketch as bytes (docs/format.md, "Sketches"): the same on every machine.
std::string to_bytes(const Sketch& sketch);

// Reads what to_bytes() wrote. Errors: corrupt where the bytes are damaged, unsupported where they
// are of another version, or of a tokenizer, hash or Unicode version that this library does not
// have; the message names both. O(bytes).
Result<Sketch> sketch_from_bytes(std::string_view bytes);

}  // namespace whorl
