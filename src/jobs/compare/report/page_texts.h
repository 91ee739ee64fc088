// The texts that a page contains, and their division into chunks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "whorl/report.h"

namespace whorl::internal::compare::report {

// Limits of a page. The texts are stored compressed and in base64.
struct PageLimits {
  std::uint64_t pairs = 500;  // passages and texts of at most this many pairs
  std::uint64_t passages = 200'000;
  std::uint64_t text_bytes = 256 << 20;  // of texts, before compression
  std::uint64_t page_bytes = 15 << 20;   // of texts, as stored in the page
  std::uint64_t chunk_bytes = 1 << 20;   // a chunk of at least this size is closed
};

struct TextPlace {
  std::uint32_t chunk = 0;
  std::uint64_t begin = 0;  // in the unpacked chunk
  std::uint64_t length = 0;
};

struct PageTexts {
  std::vector<std::optional<TextPlace>> places;  // by index of the file; none if not in the page
  std::vector<std::string> chunks;               // gzip_base64 of concatenated texts
  std::uint64_t pairs = 0;                       // the first pairs whose files are in the page
};

// Takes pairs from the best on, whole pairs only, until a limit is reached. Compresses on `threads`
// threads (0: one a core); the result does not depend on them.
PageTexts page_texts(const CompareReport& report, const PageLimits& limits, unsigned threads = 0);

}  // namespace whorl::internal::compare::report
