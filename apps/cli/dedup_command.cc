// whorl dedup.
#include <fmt/core.h>
#include <unistd.h>

#include "cli/cluster_summary.h"
#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/outcome.h"
#include "cli/passages.h"
#include "cli/run_progress.h"
#include "cli/streams.h"
#include "cli/text.h"
#include "whorl/dedup.h"

namespace whorl::cli {
namespace {

std::string survivors_text(const DedupSummary& s, const DedupOptions& options) {
  const std::string where = printable(options.output);
  if (options.output == "-") return "";
  if (s.documents == 0) return fmt::format("\nNothing was read, so {} holds no documents\n", where);
  return fmt::format("\n{} are in {}\n", options.annotate ? "All documents" : "The survivors",
                     where);
}

std::string as_text(const DedupSummary& s, const DedupOptions& options) {
  std::string out = fmt::format("{}, {:.1f} MB\n", counted(s.documents, "document", "documents"),
                                static_cast<double>(s.found.bytes) / 1e6);
  out += revisits_text(s.found.revisits);
  out += shingles_text(s.found);
  out += fmt::format("  {} {}\n", s.kept, options.annotate ? "would be kept" : "kept");
  out +=
      fmt::format("  {} left out: {} identical, {} the same text, {} the same sketch, {} similar\n",
                  s.left_out(), s.identical, s.lexical, s.same_sketch, s.similar);
  out += skipped_text(s.found.skipped);
  out += survivors_text(s, options);
  if (!s.removed.empty()) {
    out += fmt::format("What was left out, and why, is in {}\n", printable(s.removed));
  }
  return out;
}

}  // namespace

void prepare_dedup(Arguments& arguments) {
  arguments.cluster.thresholds.linkage = Linkage::survivor;
}

int run_dedup(Arguments& arguments) {
  if (arguments.passages.asked) return run_passages(arguments);
  if (const auto flag = passage_flag(arguments); !flag.empty()) {
    return failed({ErrorCode::invalid_argument,
                   fmt::format("--{} is about repeated passages: add --passages", flag)});
  }
  DedupOptions options = arguments.dedup;
  options.cluster = arguments.cluster;
  options.cluster.input.inputs = arguments.operands;
  if (options.cluster.input.inputs.empty() && options.cluster.input.files_from.empty()) {
    return failed({ErrorCode::invalid_argument,
                   "name what to read, e.g. whorl dedup pages.jsonl.gz -o kept.jsonl.gz"});
  }
  if (options.output.empty()) {
    return failed({ErrorCode::invalid_argument,
                   "say where the survivors go, e.g. -o kept.jsonl.gz, or -o -"});
  }
  catch_interrupts();
  RunProgress progress(!arguments.quiet && isatty(STDERR_FILENO) != 0);
  const auto summary = dedup(options, progress);
  progress.finish();
  if (!summary) return failed(summary.error());
  if (!arguments.quiet) {
    print_to(options.output == "-" ? stderr : stdout,
             arguments.json ? to_json(*summary) : as_text(*summary, options));
  }
  return skipped_any(summary->found.skipped) ? kInputsSkipped : kDone;
}

}  // namespace whorl::cli
