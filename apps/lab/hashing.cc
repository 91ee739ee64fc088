// Schleimer 2003 §2.2 and §5.1: the time that a rolling hash saves.
#include <algorithm>
#include <functional>

#include "base/go_on.h"
#include "base/guard.h"
#include "base/try.h"
#include "fingerprints/kernels/kgram_hash.h"
#include "fingerprints/kernels/order_keys.h"
#include "fingerprints/select/select.h"
#include "lab/cpu_clock.h"
#include "lab/experiments.h"
#include "lab/inputs.h"
#include "whorl/fingerprint.h"

namespace whorl::internal::lab {
namespace {

using Letters = std::span<const std::uint8_t>;

constexpr std::uint32_t kLengths[] = {5, 10, 20, 50, 100, 200};
constexpr std::uint64_t kFallback = 1 << 20;  // letters
constexpr int kTurns = 3;                     // the best of them counts

// Hashes every k-gram from scratch: k multiplications each.
void recompute(Letters text, std::uint32_t k, std::vector<std::uint32_t>& keys) {
  keys.clear();
  for (std::size_t i = 0; i + k <= text.size(); ++i) {
    keys.push_back(kernels::order_key(text.subspan(i, k), 0));
  }
}

double best_seconds(const std::function<void()>& work) {
  double best = 0;
  for (int turn = 0; turn < kTurns; ++turn) {
    const CpuClock clock;
    work();
    const double took = clock.seconds();
    best = turn == 0 ? took : std::min(best, took);
  }
  return best;
}

Result<std::vector<LabCell>> row_of(const std::string& text, std::uint32_t k,
                                    const LabOptions& options) {
  const Letters letters(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  std::vector<std::uint32_t> recomputed, rolled;
  const double each = best_seconds([&] { recompute(letters, k, recomputed); });
  const double roll = best_seconds([&] { kernels::order_keys(letters, k, 0, rolled); });
  if (recomputed != rolled) return fail(ErrorCode::internal, "the rolled hashes differ");
  LabOptions at = options;
  at.k = k;
  WHORL_ASSIGN_OR_RETURN(const Recipe recipe,
                         recipe_of(at, "winnow:w=" + std::to_string(options.window)));
  const tokens::SymbolSpan symbols = letters;
  select::SelectionMemory memory;
  Fingerprints kept;
  const double selected = best_seconds([&] { select::select(symbols, recipe, 1, memory, kept); });
  const auto rate = [&](double seconds) {
    return static_cast<double>(text.size()) / seconds / 1e6;
  };
  const bool paper = k == 50;
  return std::vector<LabCell>{std::uint64_t{k}, rate(each),
                              rate(roll),       each / roll,
                              rate(selected),   paper ? LabCell("over 4") : LabCell()};
}

}  // namespace

Result<LabReport> hashing(const LabOptions& options, Progress& progress) try {
  if (!options.paths.empty()) {
    return fail(ErrorCode::invalid_argument,
                "hashing measures random letters; use --random BYTES instead of paths");
  }
  const std::string text =
      random_letters(options.random == 0 ? kFallback : options.random, options.seed);
  LabReport report;
  report.experiment = "hashing";
  report.settings = {{"letters", std::to_string(text.size())},
                     {"w", std::to_string(options.window)}};
  LabTable table{
      "megabytes a second",
      {"k", "recomputed", "rolled", "rolled by recomputed", "selected in windows", "paper"},
      {}};
  progress.phase("lengths", std::size(kLengths));
  for (const std::uint32_t k : kLengths) {
    WHORL_RETURN_IF_ERROR(base::go_on(&progress));
    if (k > text.size()) break;
    WHORL_ASSIGN_OR_RETURN(auto row, row_of(text, k, options));
    table.rows.push_back(std::move(row));
    progress.advance(1);
  }
  report.tables.push_back(std::move(table));
  report.notes = {
      "Processor time of one thread, the best of three. Each run checks that rolled hashes equal "
      "recomputed ones.",
      "\"Selected in windows\" is the method of whorl instead of both: all order keys, the minimum "
      "of each window, and the fingerprints of the selected k-grams."};
  return report;
} catch (...) {
  return base::caught();
}

}  // namespace whorl::internal::lab
