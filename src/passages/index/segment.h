// Segment: a file of fingerprints, as docs/format.md describes it.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/fingerprint.h"
#include "whorl/result.h"

namespace whorl::internal::index {

inline constexpr std::uint32_t kSegmentVersion = 1;

struct SegmentDocument {
  std::string name;
  std::uint64_t symbols = 0;
  Fingerprints fingerprints;
};

struct Segment {
  std::string recipe;  // the id of the recipe that made it
  std::vector<SegmentDocument> documents;
};

// Checks everything: magic, version, checksum, lengths against what is there before memory is
// taken, positions ascending and inside their document. Errors name the byte.
Result<Segment> parse_segment(std::span<const std::uint8_t> bytes);
Result<Segment> read_segment(const std::string& path);

// How the file of a segment begins.
inline constexpr std::string_view kSegmentHead = "whorlseg";

// Writes a segment beside `path` and moves it there when it is whole, so that a reader never
// sees half of one. Nothing is left behind when finish() was not called or failed.
class SegmentWriter {
 public:
  static Result<SegmentWriter> create(const std::string& path, std::string_view recipe_id);
  SegmentWriter(SegmentWriter&&) noexcept;
  SegmentWriter& operator=(SegmentWriter&&) noexcept;
  ~SegmentWriter();

  void add(std::string_view name, std::uint64_t symbols, const Fingerprints& fingerprints);
  // Reports the first error of all calls.
  Result<void> finish();

 private:
  struct State;
  explicit SegmentWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace whorl::internal::index
