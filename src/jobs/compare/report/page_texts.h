// Which texts a page holds, and in which pieces.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "whorl/report.h"

namespace whorl::internal::compare::report {

// Limits of a page. The texts are held compressed and in base64.
struct PageLimits {
  std::uint64_t pairs = 500;  // whose passages and texts are held
  std::uint64_t passages = 200'000;
  std::uint64_t text_bytes = 256 << 20;  // of texts, before compression
  std::uint64_t page_bytes = 15 << 20;   // of texts, as they stand in the page
  std::uint64_t chunk_bytes = 1 << 20;   // a chunk is closed once it holds so many
};

struct TextPlace {
  std::uint32_t chunk = 0;
  std::uint64_t begin = 0;  // in the chunk, once it is unpacked
  std::uint64_t length = 0;
};

struct PageTexts {
  std::vector<std::optional<TextPlace>> places;  // by index of the file; none: not held
  std::vector<std::string> chunks;               // gzip_base64 of concatenated texts
  std::uint64_t pairs = 0;                       // the first so many are held with their files
};

// Takes the pairs from the best on, whole pairs only, until a limit is reached; at least
// what fits of nothing. Compresses on `threads` threads (0: one a core); the result does not
// depend on them.
PageTexts page_texts(const CompareReport& report, const PageLimits& limits, unsigned threads = 0);

}  // namespace whorl::internal::compare::report
