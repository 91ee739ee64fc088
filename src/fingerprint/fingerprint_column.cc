#include "base/guard.h"
#include "base/row_blocks.h"
#include "base/try.h"
#include "fingerprint/text_fingerprinter.h"
#include "select/check_recipe.h"
#include "whorl/columns.h"

namespace whorl {

using namespace internal;

namespace {

using ColumnBlock = base::RowBlock<FingerprintColumn>;

void add_row(const Fingerprints& found, bool valid, FingerprintColumn& out) {
  base::append_all(found.hash, out.hash);
  base::append_all(found.position, out.position);
  out.offsets.push_back(out.hash.size());
  out.valid.push_back(valid);
}

void add_block(const FingerprintColumn& from, FingerprintColumn& to) {
  base::append_offsets(from.offsets, to.offsets);
  base::append_all(from.hash, to.hash);
  base::append_all(from.position, to.position);
  base::append_all(from.valid, to.valid);
}

void take_rows(const TextColumn& column, const Recipe& recipe, base::Rows rows, ColumnBlock& out) {
  Fingerprints found;
  for (std::size_t row = rows.begin; row < rows.end; ++row) {
    const std::optional<std::string_view> text = column.text(row);
    found.hash.clear();
    found.position.clear();
    const auto done = text ? fingerprint::fingerprint_text(*text, recipe, found) : Result<void>();
    if (!done) {
      out.error = base::about_row(row, done.error());
      return;
    }
    add_row(found, text.has_value(), out.column);
  }
}

}  // namespace

Result<FingerprintColumn> fingerprint_column(const TextColumn& column, const Recipe& recipe,
                                             unsigned threads) try {
  WHORL_RETURN_IF_ERROR(select::check_kgrams(recipe));
  WHORL_RETURN_IF_ERROR(base::check_column(column));
  auto blocks = base::for_row_blocks<ColumnBlock>(
      column.size, threads,
      [&](base::Rows rows, ColumnBlock& out) { take_rows(column, recipe, rows, out); });
  return base::join_blocks(std::move(blocks), FingerprintColumn(), add_block);
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
