#include "cli/summary.h"

#include <fmt/core.h>
#include <sys/resource.h>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "cli/text.h"
#include "serve/json_text.h"

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

// The number of entries from the first on with the same reason.
std::size_t run_of_alike(std::span<const Skipped> skipped) {
  const auto end = std::ranges::find_if(skipped, [&](const Skipped& s) {
    return s.reason != skipped.front().reason || s.kind != skipped.front().kind;
  });
  return static_cast<std::size_t>(end - skipped.begin());
}

constexpr std::size_t kPairs = 20;
constexpr std::size_t kSkipped = 5;
constexpr std::size_t kNumberColumns = 42;  // taken by the columns before the names

// Rounded down, so that only identity shows as 100 %.
int percent(double share) { return static_cast<int>(share * 100); }

// Rounded down likewise.
double thousandths(double score) { return std::floor(score * 1000) / 1000; }

// How often independent pairs agree as closely, in seven columns; "–" for more than one in ten.
std::string chance_of(const Pair& pair) {
  if (!pair.once_in || *pair.once_in == 1) return "–";
  const bool at_least = pair.class_too_small || *pair.once_in == kMostPairs;
  return fmt::format("{}{}", at_least ? ">= " : "", *pair.once_in);
}

// The two names of a pair, or the ends of the paths if both do not fit.
std::string pair_row(const CompareReport& report, const Pair& pair, std::size_t name_width) {
  const std::string a = shortened(printable(report.submissions[pair.a].name), name_width);
  const std::string b = shortened(printable(report.submissions[pair.b].name), name_width);
  const std::string padding(name_width - display_width(a), ' ');
  return fmt::format("{:5.3f}  {:>4} %  {:>4} %  {:>7}  {:>7}  {}{}  {}\n", thousandths(pair.score),
                     percent(pair.containment_a), percent(pair.containment_b), pair.longest,
                     chance_of(pair), a, padding, b);
}

std::size_t longest_name(const CompareReport& report, std::size_t pairs) {
  std::size_t longest = 1;
  for (std::size_t i = 0; i < pairs; ++i) {
    for (const std::uint32_t side : {report.pairs[i].a, report.pairs[i].b}) {
      longest = std::max(longest, display_width(printable(report.submissions[side].name)));
    }
  }
  return longest;
}

std::string pair_table(const CompareReport& report, std::size_t width) {
  const std::size_t shown = std::min(kPairs, report.pairs.size());
  const std::size_t room = (std::max<std::size_t>(width, 60) - kNumberColumns - 2) / 2;
  const std::size_t name_width = std::min(room, longest_name(report, shown));
  std::string out =
      fmt::format("score  A in B  B in A  longest  once in  {:<{}}  B\n", "A", name_width);
  for (std::size_t i = 0; i < shown; ++i) out += pair_row(report, report.pairs[i], name_width);
  if (report.pairs.size() > shown) {
    out += fmt::format("… and {} in the report\n",
                       counted(report.pairs.size() - shown, "more pair", "more pairs"));
  }
  return out;
}

bool was_given(const CompareReport& report, std::string_view flag) {
  return report.run && std::ranges::any_of(report.run->options, [&](const RunOption& option) {
           return option.name == flag && option.given;
         });
}

// Says which of the pairs that share a passage are in the report, if not all are.
std::string listed_of(const CompareReport& report) {
  if (report.omitted_pairs == 0) return "";
  if (was_given(report, "min-similarity")) {
    return fmt::format(", {} of them above --min-similarity and in the report",
                       report.pairs.size());
  }
  return fmt::format("; the report lists the best {}, --limit 0 lists all", report.pairs.size());
}

std::string counts(const CompareReport& report) {
  const auto archived = static_cast<std::uint64_t>(
      std::count_if(report.submissions.begin(), report.submissions.end(),
                    [](const Submission& submission) { return submission.archived; }));
  std::string out = counted(report.submissions.size() - archived, "submission", "submissions");
  if (archived > 0) out += fmt::format(" and {} of past years", archived);
  out += fmt::format(" in {}; ", counted(report.files.size(), "file", "files"));
  const std::uint64_t sharing = report.pairs.size() + report.omitted_pairs;
  out += sharing == 0 ? "no pair shares" : counted(sharing, "pair shares", "pairs share");
  return out + " a passage" + listed_of(report) + ".\n";
}

std::string recognised(const CompareReport& report) {
  std::string out;
  for (const std::string& sentence : report.recognised) out += printable(sentence) + "\n";
  return out;
}

std::string not_estimated(const CompareReport& report) {
  std::string out;
  for (const std::string& sentence : report.not_estimated) out += sentence + "\n";
  return out;
}

// Submissions that were read and can share nothing. Those without files are among the skipped ones.
std::string empty_list(const CompareReport& report) {
  std::size_t count = 0;
  std::string names;
  for (const Submission& submission : report.submissions) {
    if (submission.symbols > 0 || submission.base_symbols > 0 || submission.files.empty()) continue;
    if (++count > kSkipped) continue;
    names += (count > 1 ? ", " : "") + shortened(printable(submission.name), 40);
  }
  if (count == 0) return "";
  return counted(count, "submission has", "submissions have") + " nothing to compare: " + names +
         (count > kSkipped ? fmt::format(" and {} more", count - kSkipped) : "") + ".\n";
}

std::string skipped_list(const std::vector<Skipped>& skipped, SkipKind kind,
                         std::string_view heading, std::string_view where_all_are) {
  const auto count = static_cast<std::size_t>(std::count_if(
      skipped.begin(), skipped.end(), [&](const Skipped& input) { return input.kind == kind; }));
  if (count == 0) return "";
  std::string out = fmt::format("\n{} {}:\n", counted(count, "input", "inputs"), heading);
  std::size_t shown = 0;
  for (const Skipped& input : skipped) {
    if (input.kind != kind || shown == kSkipped) continue;
    out += fmt::format("  {}\n", skipped_line(input, 60));
    ++shown;
  }
  if (count > shown) out += fmt::format("  … and {} more{}\n", count - shown, where_all_are);
  return out;
}

std::string skipped_lists(const std::vector<Skipped>& skipped, std::string_view where_all_are) {
  return skipped_list(skipped, SkipKind::skipped, "skipped", where_all_are) +
         skipped_list(skipped, SkipKind::fallback, "with a note", where_all_are);
}

}  // namespace

// getrusage() reports at least the memory of the parent when it started the program. That is small
// for a shell, but not for a script that uses much memory.
std::uint64_t peak_rss_bytes() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    std::uint64_t kib = 0;
    if (word == "VmHWM:" && status >> kib) return kib * 1024;
  }
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;  // Linux counts in KiB
}

std::string timings_json(const std::vector<Phase>& phases, double seconds) {
  nlohmann::ordered_json json;
  json["phases"] = nlohmann::ordered_json::array();
  for (const Phase& phase : phases) {
    json["phases"].push_back(
        {{"name", phase.name}, {"steps", phase.total}, {"seconds", phase.seconds}});
  }
  json["seconds"] = seconds;
  json["peak_rss_bytes"] = peak_rss_bytes();
  return serve::json_text(json, 2) + "\n";
}

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
  return fmt::format("  {} skipped as well: copies of pages whose text is in another record\n",
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
  std::string out = s.done_before ? "Already done; the inputs have not changed:\n" : "";
  out += fmt::format("{}, {:.1f} MB\n", counted(s.documents, "document", "documents"),
                     static_cast<double>(s.bytes) / 1e6);
  out += revisits_text(s.revisits);
  out += shingles_text(s);
  out += fmt::format("  {} identical, {} the same text, {} the same sketch as an earlier one\n",
                     s.identical, s.lexical, s.same_sketch);
  out += pairs_text(s);
  if (s.unknown_candidates > 0) {
    out += fmt::format(
        "  {} that no document has\n",
        counted(s.unknown_candidates, "candidate names an id", "candidates name an id"));
  }
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

std::string summary(const CompareReport& report, std::size_t width) {
  std::string out;
  if (!report.pairs.empty()) out += pair_table(report, width) + '\n';
  out += recognised(report) + counts(report) + not_estimated(report) + empty_list(report);
  if (report.submissions.size() < 2) {
    out +=
        "\nA comparison needs two submissions. Name a folder that contains several, or several "
        "paths; --by file\nor --by dir defines what one submission is.\n";
  }
  return out + skipped_lists(report.skipped, ", all in the report");
}

// A reason may begin with the path, because it is also shown alone.
std::string skipped_line(const Skipped& input, std::size_t path_width) {
  std::string_view reason = input.reason;
  const std::string path = input.path + ": ";
  if (reason.starts_with(path)) reason.remove_prefix(path.size());
  return fmt::format("{}: {}", shortened(printable(input.path), path_width), printable(reason));
}

std::string skipped_summary(const std::vector<Skipped>& skipped) {
  return skipped_lists(skipped, "");
}

}  // namespace whorl::cli
