#include <string_view>
#include <tuple>
#include <utility>

#include "base/guard.h"
#include "base/row_blocks.h"
#include "base/try.h"
#include "fingerprints/chunks/chunks.h"
#include "fingerprints/job/block_job.h"
#include "fingerprints/select/check_recipe.h"
#include "fingerprints/select/select.h"
#include "tokens/memory_text.h"
#include "whorl/chunks.h"
#include "whorl/columns.h"
#include "whorl/fingerprint.h"
#include "whorl/recipe.h"
#include "whorl/result.h"

namespace whorl::internal::job {
namespace {

// TextFingerprinter: the fingerprints of texts from memory, one after the other.

// Texts reuse its memory; one a thread.
class TextFingerprinter {
 public:
  // The fingerprints of `text` into `out`, by a recipe that check_kgrams accepted.
  // `watch` may be null.
  Result<void> take(std::string_view text, const Recipe& recipe, const base::RowWatch* watch,
                    Fingerprints& out);

 private:
  tokens::MemoryText text_;
  select::SelectionMemory selection_;
};

Result<void> TextFingerprinter::take(std::string_view text, const Recipe& recipe,
                                     const base::RowWatch* watch, Fingerprints& out) {
  const tokens::FrontEnd& row = *tokens::find_front_end(recipe.front_end);
  const base::Cancellation* asked = watch == nullptr ? nullptr : &watch->cancellation();
  WHORL_ASSIGN_OR_RETURN(const auto symbols, text_.symbols(row, recipe.argument, text, asked));
  select::select(symbols, recipe, 1, selection_, out);
  return {};
}

// The same with memory of this thread. Large texts are processed in blocks if the recipe allows it,
// and abandoned if `watch` does not go on; it may be null.
Result<void> fingerprint_text(std::string_view text, const Recipe& recipe, base::RowWatch* watch,
                              Fingerprints& out) {
  WHORL_RETURN_IF_ERROR(tokens::check_text_size(text));
  if (text.size() >= kLargeText && fits_blocks(recipe)) {
    const BlockSource source{text.size(),
                             [&](std::uint64_t offset, std::span<char> to) -> Result<std::size_t> {
                               if (watch != nullptr && !watch->goes_on())
                                 return base::RowWatch::stopped();
                               return text.copy(to.data(), to.size(), offset);
                             }};
    if (auto done = fingerprint_blocks(source, recipe, 1, true)) {
      out = std::move(done->fingerprints);
      return {};
    }
    if (watch != nullptr) WHORL_RETURN_IF_ERROR(watch->end());
  }
  return tokens::with_thread_memory<TextFingerprinter>(
      text, [&](TextFingerprinter& maker) { return maker.take(text, recipe, watch, out); });
}

}  // namespace

}  // namespace whorl::internal::job

namespace whorl {

using namespace internal;

namespace {

using ColumnBlock = base::RowBlock<FingerprintColumn>;

constexpr std::tuple kArrays = {&FingerprintColumn::hash, &FingerprintColumn::position,
                                &FingerprintColumn::valid};

void add_row(const Fingerprints& found, bool valid, FingerprintColumn& out) {
  base::append_all(found.hash, out.hash);
  base::append_all(found.position, out.position);
  out.offsets.push_back(out.hash.size());
  out.valid.push_back(valid);
}

void take_rows(const TextColumn& column, const Recipe& recipe, base::Rows rows,
               base::RowWatch& watch, ColumnBlock& out) {
  Fingerprints found;
  for (std::size_t row = rows.begin; row < rows.end && watch.goes_on(); ++row) {
    const std::optional<std::string_view> text = column.text(row);
    found.hash.clear();
    found.position.clear();
    const auto done = text ? job::fingerprint_text(*text, recipe, &watch, found) : Result<void>();
    if (!done) {
      out.error = base::about_row(row, done.error());
      return;
    }
    add_row(found, text.has_value(), out.column);
  }
  base::fit(out.column, kArrays);
}

}  // namespace

Result<FingerprintColumn> fingerprint_column(const TextColumn& column, const Recipe& recipe,
                                             unsigned threads, Progress& progress) try {
  WHORL_RETURN_IF_ERROR(select::check_kgrams(recipe));
  WHORL_RETURN_IF_ERROR(base::check_column(column));
  progress.phase("texts", column.size);
  base::RowWatch watch(progress);
  auto blocks = base::for_row_blocks<ColumnBlock>(
      column.size, threads, watch,
      [&](base::Rows rows, ColumnBlock& out) { take_rows(column, recipe, rows, watch, out); });
  return base::join_blocks(std::move(blocks), watch, FingerprintColumn(), kArrays);
} catch (...) {
  return internal::base::caught();
}

Result<Fingerprints> fingerprint(std::string_view text, const Recipe& recipe) try {
  WHORL_RETURN_IF_ERROR(select::check_kgrams(recipe));
  Fingerprints out;
  WHORL_RETURN_IF_ERROR(job::fingerprint_text(text, recipe, nullptr, out));
  return out;
} catch (...) {
  return internal::base::caught();
}

using namespace internal;

Result<ChunkSet> chunks(std::string_view text, const Recipe& recipe) try {
  WHORL_RETURN_IF_ERROR(select::check_chunked(recipe));
  WHORL_RETURN_IF_ERROR(select::check_no_key(recipe));
  WHORL_ASSIGN_OR_RETURN(const auto canon,
                         tokens::MemoryText::canonicalize(*tokens::find_front_end(recipe.front_end),
                                                          recipe.argument, text));
  return chunks::chunks_of(canon, text, recipe, chunks::SeededTokenHash(recipe));
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
