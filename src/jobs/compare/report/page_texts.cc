#include "jobs/compare/report/page_texts.h"

#include <algorithm>

#include "base/parallel.h"
#include "jobs/compare/report/gzip_base64.h"

namespace whorl::internal::compare::report {
namespace {

// Texts in the order in which the pairs need them, divided into chunks. They are not compressed
// yet.
struct Plan {
  std::vector<std::optional<TextPlace>> places;
  std::vector<std::vector<std::uint32_t>> chunks;  // files
  std::vector<std::size_t> chunks_of_pair;         // chunks needed by pairs up to this one
};

class Planner {
 public:
  Planner(const CompareReport& report, const PageLimits& limits)
      : report_(report), limits_(limits) {
    plan_.places.resize(report.files.size());
  }

  Plan run() && {
    std::uint64_t passages = 0;
    for (const Pair& pair : report_.pairs) {
      passages += pair.passages.size();
      if (plan_.chunks_of_pair.size() == limits_.pairs || passages > limits_.passages) break;
      add(pair.a);
      add(pair.b);
      if (bytes_ > limits_.text_bytes) break;
      plan_.chunks_of_pair.push_back(plan_.chunks.size());
    }
    return std::move(plan_);
  }

 private:
  void add(std::uint32_t submission) {
    for (const std::uint32_t file : report_.submissions[submission].files) {
      if (!plan_.places[file]) place(file);
    }
  }

  void place(std::uint32_t file) {
    if (plan_.chunks.empty() || chunk_bytes_ >= limits_.chunk_bytes) {
      plan_.chunks.emplace_back();
      chunk_bytes_ = 0;
    }
    const std::uint64_t length = report_.files[file].text.size();
    const auto chunk = static_cast<std::uint32_t>(plan_.chunks.size() - 1);
    plan_.places[file] = TextPlace{chunk, chunk_bytes_, length};
    plan_.chunks.back().push_back(file);
    chunk_bytes_ += length;
    bytes_ += length;
  }

  const CompareReport& report_;
  const PageLimits& limits_;
  Plan plan_;
  std::uint64_t chunk_bytes_ = 0;
  std::uint64_t bytes_ = 0;
};

std::string compressed(const CompareReport& report, const std::vector<std::uint32_t>& files) {
  std::string text;
  for (const std::uint32_t file : files) text += report.files[file].text;
  return gzip_base64(text);
}

// The chunks that fit into `page_bytes`, from the first on. Compresses only a few ahead at a time,
// so that little is compressed beyond the limit.
std::vector<std::string> compressed_chunks(const CompareReport& report, const Plan& plan,
                                           std::uint64_t page_bytes, unsigned threads) {
  constexpr std::size_t kAhead = 16;
  std::vector<std::string> chunks;
  std::uint64_t total = 0;
  while (chunks.size() < plan.chunks.size()) {
    const std::size_t first = chunks.size();
    std::vector<std::string> next(std::min(kAhead, plan.chunks.size() - first));
    base::parallel_for(next.size(), threads, [&](std::size_t i) {
      next[i] = compressed(report, plan.chunks[first + i]);
    });
    for (std::string& chunk : next) {
      total += chunk.size();
      if (total > page_bytes) return chunks;
      chunks.push_back(std::move(chunk));
    }
  }
  return chunks;
}

}  // namespace

PageTexts page_texts(const CompareReport& report, const PageLimits& limits, unsigned threads) {
  Plan plan = Planner(report, limits).run();
  if (!plan.chunks_of_pair.empty()) plan.chunks.resize(plan.chunks_of_pair.back());
  if (plan.chunks_of_pair.empty()) plan.chunks.clear();
  PageTexts texts;
  texts.chunks = compressed_chunks(report, plan, limits.page_bytes, threads);
  const auto fits = [&](std::size_t needed) { return needed <= texts.chunks.size(); };
  texts.pairs = static_cast<std::uint64_t>(
      std::partition_point(plan.chunks_of_pair.begin(), plan.chunks_of_pair.end(), fits) -
      plan.chunks_of_pair.begin());
  texts.places = std::move(plan.places);
  for (std::optional<TextPlace>& place : texts.places) {
    if (place && place->chunk >= texts.chunks.size()) place.reset();
  }
  return texts;
}

}  // namespace whorl::internal::compare::report
