#include "whorl/text_documents.h"

#include <span>
#include <utility>

#include "base/guard.h"
#include "base/hash128.h"
#include "base/memory_budget.h"
#include "base/try.h"
#include "jobs/collection/cluster/dedup_output.h"
#include "jobs/collection/join/resolved_run.h"
#include "store/batch.h"
#include "store/ingest.h"
#include "store/stopped.h"

namespace whorl {

using namespace internal;

namespace {

class ColumnSource final : public RecordSource {
 public:
  explicit ColumnSource(const TextColumn& column) : column_(column) {}

  Result<bool> next(Record& record) override {
    if (row_ == column_.size) return false;
    const auto text = column_.text(row_++);
    if (text) record.text = *text;
    record.null = !text;
    return true;
  }

 private:
  const TextColumn& column_;
  std::size_t row_ = 0;
};

TextHash text_hash(const base::Hash128& hash) { return {hash.high, hash.low}; }

TextHash hash_of(const sketch::Sketch& sketch) {
  const auto bytes = std::as_bytes(std::span(sketch.hashes));
  return text_hash(
      base::hash128({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, sketch.modulus));
}

TextDocument document_of(const store::Processed& done) {
  if (!done.shingled) return {.skipped = done.shingled.error().message};
  return {.bytes = done.shingled->bytes,
          .content = text_hash(done.shingled->content),
          .canonical = text_hash(done.shingled->canonical),
          .shingles = done.shingled->set,
          .sketch = done.sketch.hashes,
          .modulus = done.sketch.modulus,
          .sketch_hash = hash_of(done.sketch)};
}

Result<store::Shingling> shingling_of(const ClusterOptions& options) {
  WHORL_ASSIGN_OR_RETURN(auto run, join::ResolvedRun::of(join::settings_of(options)));
  WHORL_ASSIGN_OR_RETURN(const auto sampling, parse_sampling(options.shingling.sketch));
  if (sampling.kind == SketchKind::smallest) {
    return fail(ErrorCode::unsupported,
                "sketch " + options.shingling.sketch +
                    ": a sketch of the smallest hashes has no modulus: use mod:M, vi or all");
  }
  return std::move(run.shingling);
}

}  // namespace

Result<std::vector<TextDocument>> text_documents(const TextColumn& column,
                                                 const ShingleMethod& method, std::uint64_t memory,
                                                 unsigned threads, Progress& progress) try {
  ColumnSource source(column);
  ClusterOptions options;
  options.shingling = method;
  if (!method.letters_below) options.shingling.letters_below = cluster::kLettersBelow;
  options.input.records = &source;
  WHORL_ASSIGN_OR_RETURN(const auto shingling, shingling_of(options));
  WHORL_ASSIGN_OR_RETURN(const auto collection,
                         store::open_questions(options.input, memory, &progress));
  progress.phase("texts", column.size);
  base::MemoryBudget budget(memory);
  std::vector<TextDocument> documents;
  const auto take = [&](const store::Processed& done) -> Result<void> {
    if (!done.shingled && done.shingled.error().code == ErrorCode::cancelled) {
      return store::stopped();
    }
    documents.push_back(document_of(done));
    progress.advance(1);
    return {};
  };
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto batch, store::read_batch(*collection, budget));
    if (batch.empty()) return documents;
    WHORL_RETURN_IF_ERROR(
        store::process(std::move(batch), shingling, {budget, threads, &progress}, take));
  }
} catch (...) {
  return base::caught();
}

}  // namespace whorl
