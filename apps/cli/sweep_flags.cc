// The flags of `whorl sweep`, in the order of help.
#include "cli/collection_flag_rows.h"

namespace whorl::cli {
namespace {

constexpr std::string_view kSweeps = "Sweeps";

constexpr auto kSweepRows = std::to_array<Flag>({
    {.name = "date",
     .kind = ArgumentKind::text,
     .argument = "DATE",
     .group = kSweeps,
     .help = "add: when the pages were as they are. Sweeps are added in order of date.",
     .example = "--date 2026-05-01",
     .set = set_text<&Arguments::sweep_date>},
    {.name = "resemblance",
     .letter = 'r',
     .kind = ArgumentKind::number,
     .argument = "X",
     .group = kSweeps,
     .help = "locate, drift: contents are the same page moved when the shingles they share are "
             "this share of those either has.",
     .fallback = "0.5",
     .example = "--resemblance 0.8",
     .set = set_share<kOptions, kThresholds, &ClusterThresholds::resemblance>},
    json_flag(kSweeps, "locate, drift: print the result as JSON."),
    {.name = "svg",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kSweeps,
     .help = "drift: also draw what happened as an SVG plot.",
     .example = "--svg drift.svg",
     .set = set_text<&Arguments::svg>},
    force_flag<&Arguments::force>(kSweeps),
});

constexpr auto kSweepFlags = joined(kSweepRows, kCollectionRows, kSketchRows, kRunRows, kLastRows);

}  // namespace

std::span<const Flag> sweep_flags() { return kSweepFlags; }

}  // namespace whorl::cli
