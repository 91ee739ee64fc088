// whorl sweep add, locate and drift.

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>

#include "cli/collection_flag_rows.h"
#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/outcome.h"
#include "cli/parse.h"
#include "cli/run_progress.h"
#include "cli/streams.h"
#include "cli/summary.h"
#include "cli/text.h"
#include "whorl/sweep.h"

namespace whorl::cli {
namespace {

constexpr std::string_view kSweeps = "Sweeps";

constexpr auto kSweepRows = std::to_array<Flag>({
    {.name = "date",
     .kind = ArgumentKind::text,
     .argument = "DATE",
     .common = true,
     .only = "add",
     .group = kSweeps,
     .help = "add: the date of the sweep. Sweeps must be added in the order of their dates.",
     .example = "--date 2026-05-01",
     .set = set_text<&Arguments::sweep_date>},
    {.name = "resemblance",
     .letter = 'r',
     .kind = ArgumentKind::number,
     .argument = "X",
     .common = true,
     .only = "locate drift",
     .group = kSweeps,
     .help = "Minimum resemblance of a page to its moved version. It is the share of shingles that "
             "both have, of all shingles that either has. For locate and drift.",
     .fallback = "0.5",
     .example = "--resemblance 0.8",
     .set = set_share<kOptions, kThresholds, &ClusterThresholds::resemblance>},
    only_for("locate drift", json_flag(kSweeps, "Print the result as JSON. For locate and drift.")),
    {.name = "svg",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .common = true,
     .only = "drift",
     .group = kSweeps,
     .help = "drift: also draw the result as an SVG plot.",
     .example = "--svg drift.svg",
     .set = set_text<&Arguments::svg>},
    only_for("drift", force_flag<&Arguments::force>(kSweeps)),
});

constexpr auto kSweepFlags =
    joined(kSweepRows, only_for("add", joined(kCollectionRows, kSketchRows, kRunRows)), kLastRows);

constexpr std::size_t kSweepSkipped = 10;
constexpr std::size_t kSweepPathWidth = 200;
constexpr std::size_t kPlacesShown = 10;
constexpr std::size_t kHostsShown = 20;

int sweep_refused(std::string message) {
  return failed({ErrorCode::invalid_argument, std::move(message)});
}

void show_skipped(const std::vector<Skipped>& skipped) {
  for (std::size_t i = 0; i < std::min(skipped.size(), kSweepSkipped); ++i) {
    const char* kind = skipped[i].kind == SkipKind::skipped ? "skipped" : "note";
    tell("{} {}\n", kind, skipped_line(skipped[i], kSweepPathWidth));
  }
  if (skipped.size() > kSweepSkipped) {
    tell("… and {} more\n", skipped.size() - kSweepSkipped);
  }
}

int add_pages(Arguments& arguments) {
  if (arguments.operands.empty() && arguments.cluster.input.files_from.empty()) {
    return sweep_refused(
        "name the pages of the sweep, e.g. whorl sweep add web --date 2026-05-01 pages/");
  }
  if (arguments.sweep_date.empty()) {
    return sweep_refused("give the date of the sweep, e.g. --date 2026-05-01");
  }
  const ClusterOptions& asked = arguments.cluster;
  AddSweepOptions options{asked.store, arguments.sweep_date, asked.input, asked.shingling,
                          asked.limits};
  options.input.inputs = arguments.operands;
  catch_interrupts();
  RunProgress progress(!arguments.quiet && isatty(STDERR_FILENO) != 0);
  const auto added = add_sweep(options, progress);
  progress.finish();
  if (!added) return failed(added.error());
  if (!arguments.quiet && added->done_before) {
    fmt::print("{}: already done; the inputs have not changed: {}\n", added->date,
               counted(added->pages, "page", "pages"));
  } else if (!arguments.quiet) {
    fmt::print("{}: {}\n", added->date, counted(added->pages, "page", "pages"));
    fmt::print("  {} unchanged, {} changed, {} new, {} removed\n", added->unchanged, added->changed,
               added->appeared, added->gone);
    fmt::print("  {:.2f} MB more in {}\n", static_cast<double>(added->bytes_added) / 1e6,
               printable(options.store));
    show_skipped(added->skipped);
  }
  return skipped_any(added->skipped) ? kInputsSkipped : kDone;
}

void show_place(const PlaceFound& place) {
  const Estimate& r = place.resemblance;
  const std::string interval =
      r.low < r.high ? fmt::format(" ({:.2f} to {:.2f})", r.low, r.high) : "";
  fmt::print("  {}\n      resemblance {:.2f}{}, {} {} to {}\n", printable(place.url), r.value,
             interval, place.living ? "living, seen" : "seen", place.first_seen, place.last_seen);
}

void show(const Located& l) {
  fmt::print("{}\n  {}, seen {} to {}\n", printable(l.url),
             l.living ? "still exists" : "no longer exists", l.first_seen, l.last_seen);
  const bool moved = !l.places.empty() && l.places.front().living;
  if (!l.living) {
    fmt::print("{}",
               moved ? "\nIts content is now at\n" : "\nNo similar page is in the last sweep\n");
    if (moved) show_place(l.places.front());
  }
  const std::size_t first = moved && !l.living ? 1 : 0;
  if (l.places.size() > first) fmt::print("\nSimilar to its content of {}:\n", l.content_of);
  for (std::size_t i = first; i < std::min(l.places.size(), kPlacesShown); ++i) {
    show_place(l.places[i]);
  }
  if (l.places.size() > kPlacesShown) {
    fmt::print("  … and {} more (--json lists all)\n", l.places.size() - kPlacesShown);
  }
  if (l.cut) fmt::print("The cluster is larger than the part that was searched.\n");
}

int run_locate(Arguments& arguments) {
  if (arguments.operands.size() != 1) {
    return sweep_refused("name one URL, e.g. whorl sweep locate web http://example.org/old.html");
  }
  const ClusterOptions& options = arguments.cluster;
  const auto found =
      locate(options.store, arguments.operands.front(), options.thresholds.resemblance);
  if (!found) return failed(found.error());
  if (arguments.json) {
    fmt::print("{}", located_json(*found));
  } else {
    show(*found);
  }
  return kDone;
}

void show_counts(std::string_view name, const DriftCounts& c) {
  fmt::print("{:<24}{:>10}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}\n", name, c.unchanged, c.changed,
             c.moved_within, c.moved_between, c.died, c.appeared, c.returned);
}

void show_lifetimes(std::string_view which, const Lifetimes& l) {
  if (l.urls == 0) return;
  fmt::print("  {} {}: mean lifetime {:.1f} days, median {:.1f}\n", counted(l.urls, "URL", "URLs"),
             which, l.mean_days, l.median_days);
}

void show_histogram(const DriftCounts& counts) {
  fmt::print("\nChanged pages by resemblance to the version before\n");
  for (std::size_t i = 0; i < counts.resemblance.size(); ++i) {
    fmt::print("  {:.1f} to {:.1f}{:>10}\n", 0.1 * static_cast<double>(i),
               0.1 * static_cast<double>(i + 1), counts.resemblance[i]);
  }
  if (counts.too_short > 0) fmt::print("  too short {:>9}\n", counts.too_short);
}

void show(const Drift& drift) {
  fmt::print("{:<24}{:>10}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}\n", "", "unchanged", "changed", "moved",
             "to other", "died", "new", "returned");
  fmt::print("{:<24}{:>10}{:>9}{:>9}{:>9}\n", "between sweeps", "", "", "in host", "hosts");
  for (const DriftStep& step : drift.steps) {
    show_counts(step.from + " " + step.to, step.counts);
  }
  if (drift.steps.size() > 1) show_counts("all", drift.total);
  show_histogram(drift.total);
  fmt::print("\nLifetimes, as far as the sweeps show\n");
  show_lifetimes("gone", drift.gone);
  show_lifetimes("living", drift.living);
  fmt::print("\nby host\n");
  for (std::size_t i = 0; i < std::min(drift.hosts.size(), kHostsShown); ++i) {
    const DriftHost& host = drift.hosts[i];
    show_counts(host.host.empty() ? "(no host)" : shortened(printable(host.host), 23), host.counts);
  }
  if (drift.hosts.size() > kHostsShown) {
    fmt::print("… and {} more hosts (--json lists all)\n", drift.hosts.size() - kHostsShown);
  }
}

int run_drift(Arguments& arguments) {
  if (!arguments.operands.empty())
    return sweep_refused("whorl sweep drift takes only the name of a store");
  const ClusterOptions& options = arguments.cluster;
  catch_interrupts();
  RunProgress progress(!arguments.quiet && isatty(STDERR_FILENO) != 0);
  const auto found = drift(options.store, options.thresholds.resemblance, progress);
  progress.finish();
  if (!found) return failed(found.error());
  if (!arguments.svg.empty()) {
    if (const auto saved = save_drift_svg(*found, arguments.svg, arguments.force); !saved) {
      return failed(saved.error());
    }
  }
  if (arguments.json) {
    fmt::print("{}", drift_json(*found));
  } else if (!arguments.quiet) {
    show(*found);
  }
  return kDone;
}

constexpr Subcommand kSweepSubcommands[] = {
    {"add", "STORE INPUT...", "Stores the URL and the sketch of every page of a dated sweep."},
    {"locate", "STORE URL", "Reports where the content of a URL is now."},
    {"drift", "STORE", "Counts the pages that changed, moved, appeared and died."},
};

}  // namespace

int run_sweep(Arguments& arguments) {
  auto& operands = arguments.operands;
  const std::string what = operands.empty() ? "" : operands.front();
  const auto run = what == "add"      ? add_pages
                   : what == "locate" ? run_locate
                   : what == "drift"  ? run_drift
                                      : nullptr;
  if (run == nullptr && !operands.empty()) {
    return failed(unknown_subcommand(*find_command("sweep"), what));
  }
  if (operands.size() < 2) {
    return sweep_refused("name a command and a store: whorl sweep add, locate or drift STORE");
  }
  arguments.cluster.store = operands[1];
  operands.erase(operands.begin(), operands.begin() + 2);
  return run(arguments);
}

std::span<const Flag> sweep_flags() { return kSweepFlags; }
std::span<const Subcommand> sweep_subcommands() { return kSweepSubcommands; }

}  // namespace whorl::cli
