// whorl measure.

#include <fmt/core.h>
#include <unistd.h>

#include "cli/flag_rows.h"
#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/outcome.h"
#include "cli/run_progress.h"
#include "cli/streams.h"
#include "cli/summary.h"
#include "cli/text.h"
#include "whorl/similarity_methods.h"

namespace whorl::cli {
namespace {

constexpr std::string_view kMeasureMethods = "By which methods";
constexpr auto kMeasureOptions = &Arguments::measuring;

// "shingles:k=N, min:k=N,s=N, …"
std::string method_names() {
  std::string out;
  for (const MeasuringMethod& row : measuring_methods()) {
    out += (out.empty() ? "" : "; ") + with_defaults(row);
  }
  return out + ".";
}

constexpr Flag kMeasureFlags[] = {
    {.name = "method",
     .letter = 'm',
     .kind = ArgumentKind::text,
     .argument = "METHOD",
     .repeats = true,
     .common = true,
     .group = kMeasureMethods,
     .help = "A method, with its options after a colon. The methods, with their defaults:",
     .details = method_names,
     .fallback = "one of each family",
     .example = "--method min:s=100",
     .set = append_text<kMeasureOptions, &MeasuringOptions::methods>},
    {.name = "all",

     .common = true,
     .group = kMeasureMethods,
     .help = "Use every method.",
     .set = switch_on<&Arguments::all_methods>},
    {.name = "front-end",
     .kind = ArgumentKind::text,
     .argument = "NAME",
     .common = true,
     .group = kMeasureMethods,
     .help = "What a symbol is, for methods that leave it open. `whorl methods` lists the names.",
     .fallback = "each method's own",
     .example = "--front-end code:java",
     .set = set_text<kMeasureOptions, &MeasuringOptions::front_end>},
    json_flag("What comes out", "Print the rows as JSON."),
    quiet_flag("Print the rows and errors only, no progress."),
    help_flag(),
    help_all_flag(),
};

// One method of each family.
const std::vector<std::string> kUsual = {"shingles", "mod",           "se",
                                         "koala",    "exact-overlap", "tiling"};

constexpr std::size_t kNameWidth = 40;

std::string share_text(const std::optional<Measure>& share) {
  if (!share) return fmt::format("{:>8}{:13}", "–", "");
  if (share->exact) return fmt::format("{:>8.4f}{:13}", share->value, "");
  return fmt::format("{:>8.4f} {:.2f} to {:.2f}", share->value, share->low, share->high);
}

std::string row_text(const Measured& row) {
  if (!row.refusal.empty()) {
    return fmt::format("{}\n{}", row.method, wrapped(row.refusal, 2, 100));
  }
  const Figures& figures = row.figures;
  const std::string both = figures.distance ? fmt::format("distance {:<12.4f}", *figures.distance)
                                            : share_text(figures.both);
  return fmt::format("{:<38}{}{}{} {:>10}{:>10}{:>9.1f}\n", row.method, both,
                     share_text(figures.a_in_b), share_text(figures.b_in_a), row.bytes_a,
                     row.bytes_b, row.seconds * 1000) +
         wrapped(row.formula, 2, 100);
}

void show(const MeasuredPair& pair) {
  fmt::print("A  {}, {} bytes\nB  {}, {} bytes\n\n", printable(pair.a), pair.bytes_a,
             printable(pair.b), pair.bytes_b);
  fmt::print("{:<38}{:>8}{:13}{:>8}{:13}{:>8}{:13} {:>10}{:>10}{:>9}\n", "method", "both", "",
             "A in B", "", "B in A", "", "bytes A", "bytes B", "ms");
  for (const Measured& row : pair.rows) fmt::print("{}", row_text(row));
  for (const Skipped& one : pair.skipped) tell("{}\n", skipped_line(one, kNameWidth));
}

// Measures the pairs of a list, which is the only operand.
int run_list(const std::string& list, const Arguments& arguments) {
  catch_interrupts();
  RunProgress progress(!arguments.quiet && isatty(STDERR_FILENO) != 0);
  const auto pairs = measure_list(list, arguments.measuring, progress);
  progress.finish();
  if (!pairs) return failed(pairs.error());
  if (arguments.json) {
    fmt::print("{}", to_json(*pairs));
    return kDone;
  }
  for (const MeasuredPair& pair : *pairs) {
    if (&pair != pairs->data()) fmt::print("\n");
    show(pair);
  }
  return kDone;
}

}  // namespace

int run_measure(Arguments& arguments) {
  const auto& operands = arguments.operands;
  const bool listed = operands.size() == 1 && operands.front().ends_with(".tsv");
  if (operands.size() != 2 && !listed) {
    return failed({ErrorCode::invalid_argument,
                   "name two texts, e.g. whorl measure draft.txt published.txt, or a list of pairs "
                   "that ends in .tsv"});
  }
  MeasuringOptions& options = arguments.measuring;
  if (arguments.all_methods && !options.methods.empty()) {
    return failed({ErrorCode::invalid_argument, "--all and --method exclude each other"});
  }
  if (!arguments.all_methods && options.methods.empty()) options.methods = kUsual;
  if (listed) return run_list(operands.front(), arguments);
  catch_interrupts();
  RunProgress progress(!arguments.quiet && isatty(STDERR_FILENO) != 0);
  const auto pair = measure_paths(arguments.operands[0], arguments.operands[1], options, progress);
  progress.finish();
  if (!pair) return failed(pair.error());
  if (arguments.json) {
    fmt::print("{}", to_json(*pair));
  } else {
    show(*pair);
  }
  return skipped_any(pair->skipped) ? kInputsSkipped : kDone;
}

std::span<const Flag> measure_flags() { return kMeasureFlags; }

}  // namespace whorl::cli
