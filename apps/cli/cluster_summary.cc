#include "cli/cluster_summary.h"

#include <fmt/core.h>

#include <algorithm>
#include <span>

#include "cli/summary.h"
#include "cli/text.h"

namespace whorl::cli {
namespace {

constexpr std::size_t kPathWidth = 200;
constexpr std::size_t kSkippedShown = 10;

std::string as_text(const ClusterAudit& a) {
  const auto line = [](const char* name, const Estimate& share) {
    return fmt::format("  {} {:.4f} [{:.4f}, {:.4f}]\n", name, share.value, share.low, share.high);
  };
  return fmt::format(
             "  audit of {} documents: {} of their {} pairs were found, {} of {} found are right\n",
             a.documents, a.right, a.truth, a.right, a.reported) +
         line("recall   ", a.recall) + line("precision", a.precision) + "\n";
}

// How many entries from the first on stand there for its reason.
std::size_t run_of_alike(std::span<const Skipped> skipped) {
  const auto end = std::ranges::find_if(skipped, [&](const Skipped& s) {
    return s.reason != skipped.front().reason || s.kind != skipped.front().kind;
  });
  return static_cast<std::size_t>(end - skipped.begin());
}

}  // namespace

std::string skipped_text(const std::vector<Skipped>& skipped) {
  std::string out;
  const auto count =
      std::ranges::count(skipped, SkipKind::skipped, [](const Skipped& s) { return s.kind; });
  if (count > 0) {
    out +=
        fmt::format("\n{} skipped:", counted(static_cast<std::uint64_t>(count), "input", "inputs"));
  }
  std::size_t told = 0;
  for (std::size_t shown = 0; told < skipped.size() && shown < kSkippedShown; ++shown) {
    const Skipped& first = skipped[told];
    const char* verb = first.kind == SkipKind::skipped ? "skipped" : "note:";
    out += fmt::format("\n{} {}", verb, skipped_line(first, kPathWidth));
    const std::size_t alike = run_of_alike(std::span(skipped).subspan(told));
    if (alike > 1) out += fmt::format(" ({} more for this reason)", alike - 1);
    told += alike;
  }
  if (told < skipped.size()) out += fmt::format("\n… and {} more", skipped.size() - told);
  return out.empty() ? out : out + "\n";
}

std::string revisits_text(std::uint64_t revisits) {
  if (revisits == 0) return {};
  return fmt::format("  {} beside them: pages as they were, whose text is in another record\n",
                     counted(revisits, "revisit", "revisits"));
}

std::string shingles_text(const ClusterSummary& s) {
  std::string out;
  if (s.by_letters > 0) {
    out += fmt::format("  {} few words: also compared by their letters\n",
                       counted(s.by_letters, "has", "have"));
  }
  if (s.unspaced > 0) {
    out += fmt::format("  {} text without spaces (Chinese, Thai …): its characters are compared\n",
                       counted(s.unspaced, "has", "have"));
  }
  return out;
}

std::string pairs_text(const ClusterSummary& s) {
  const std::string candidates = counted(s.candidates, "candidate", "candidates");
  if (!s.pairs) return fmt::format("  linked by {}\n", candidates);
  return fmt::format("  {} of {}\n", counted(*s.pairs, "kept pair", "kept pairs"), candidates);
}

std::string as_text(const ClusterSummary& s, const std::string& store) {
  std::string out = s.done_before ? "Done before, the same inputs:\n" : "";
  out += fmt::format("{}, {:.1f} MB\n", counted(s.documents, "document", "documents"),
                     static_cast<double>(s.bytes) / 1e6);
  out += revisits_text(s.revisits);
  out += shingles_text(s);
  out += fmt::format("  {} identical, {} the same text, {} the same sketch as an earlier one\n",
                     s.identical, s.lexical, s.same_sketch);
  out += pairs_text(s);
  out += fmt::format("  {} of {}\n\n", counted(s.clusters, "cluster", "clusters"),
                     counted(s.clustered, "document", "documents"));
  if (s.audit) out += as_text(*s.audit);
  for (const auto& phase : s.phases) {
    out += fmt::format("  {:<18}{:8.2f} s{:12.1f} MB\n", phase.name, phase.seconds,
                       static_cast<double>(phase.bytes) / 1e6);
  }
  out += skipped_text(s.skipped);
  return out + fmt::format("\nThe clusters are in {}/clusters.jsonl\n", printable(store));
}

}  // namespace whorl::cli
