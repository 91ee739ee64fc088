// The flags of `whorl measure`.
#include "cli/flag_rows.h"
#include "whorl/measuring.h"

namespace whorl::cli {
namespace {

constexpr std::string_view kMeasureMethods = "By which methods";
constexpr auto kMeasureOptions = &Arguments::measuring;

// "shingles:k=N, min:k=N,s=N, …"
std::string method_names() {
  std::string out;
  for (const MeasuringMethod& row : measuring_methods()) {
    out += (out.empty() ? "" : "; ") + std::string(row.name);
    for (const MeasuringParameter& p : row.parameters) {
      out += (&p == row.parameters.data() ? ":" : ",") + std::string(p.name) + "=" +
             std::to_string(p.fallback);
    }
  }
  return out + ".";
}

constexpr Flag kMeasureFlags[] = {
    {.name = "method",
     .letter = 'm',
     .kind = ArgumentKind::text,
     .argument = "METHOD",
     .repeats = true,
     .group = kMeasureMethods,
     .help = "A method, and behind a colon what it is told; may be given several times. There are, "
             "each with what holds where it is not told:",
     .details = method_names,
     .fallback = "one of each family",
     .example = "--method min:s=100",
     .set = append_text<kMeasureOptions, &MeasuringOptions::methods>},
    {.name = "all",
     .group = kMeasureMethods,
     .help = "Every method.",
     .set = switch_on<&Arguments::all_methods>},
    {.name = "front-end",
     .kind = ArgumentKind::text,
     .argument = "NAME",
     .group = kMeasureMethods,
     .help = "What the symbols are, of the methods that leave it open; `whorl methods` lists what "
             "there is.",
     .fallback = "each method's own",
     .example = "--front-end code:java",
     .set = set_text<kMeasureOptions, &MeasuringOptions::front_end>},
    json_flag("What comes out", "Print the rows as JSON."),
    quiet_flag("No progress; only the rows and errors."),
    help_flag(),
};

}  // namespace

std::span<const Flag> measure_flags() { return kMeasureFlags; }

}  // namespace whorl::cli
