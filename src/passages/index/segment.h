// Segment: a file of fingerprints, format: docs/format.md.
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

// Checks everything: magic, version, checksum, lengths (before memory is allocated), and that
// positions ascend inside their document. Errors name the byte.
Result<Segment> parse_segment(std::span<const std::uint8_t> bytes);
Result<Segment> read_segment(const std::string& path);

// The first bytes of a segment file.
inline constexpr std::string_view kSegmentHead = "whorlseg";

// Writes a segment next to `path` and renames it when it is complete, so that a reader never sees a
// part of one. Nothing remains if finish() was not called or failed.
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
