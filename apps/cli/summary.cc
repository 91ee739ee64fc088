#include "cli/summary.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "cli/text.h"

namespace whorl::cli {
namespace {

constexpr std::size_t kPairs = 20;
constexpr std::size_t kSkipped = 5;
constexpr std::size_t kNumberColumns = 33;  // taken by the columns before the names

// Rounded down, so that nothing but identity shows as 100 %.
int percent(double share) { return static_cast<int>(share * 100); }

// Rounded down likewise.
double thousandths(double score) { return std::floor(score * 1000) / 1000; }

// The two names of a pair, or the paths' ends where both do not fit.
std::string pair_row(const CompareReport& report, const Pair& pair, std::size_t name_width) {
  const std::string a = shortened(printable(report.submissions[pair.a].name), name_width);
  const std::string b = shortened(printable(report.submissions[pair.b].name), name_width);
  const std::string padding(name_width - display_width(a), ' ');
  return fmt::format("{:5.3f}  {:>4} %  {:>4} %  {:>7}  {}{}  {}\n", thousandths(pair.score),
                     percent(pair.containment_a), percent(pair.containment_b), pair.longest, a,
                     padding, b);
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
  std::string out = fmt::format("score  A in B  B in A  longest  {:<{}}  B\n", "A", name_width);
  for (std::size_t i = 0; i < shown; ++i) out += pair_row(report, report.pairs[i], name_width);
  if (report.pairs.size() > shown) {
    out += fmt::format("… and {} in the report\n",
                       counted(report.pairs.size() - shown, "more pair", "more pairs"));
  }
  return out;
}

std::string counts(const CompareReport& report) {
  const auto archived = static_cast<std::uint64_t>(
      std::count_if(report.submissions.begin(), report.submissions.end(),
                    [](const Submission& submission) { return submission.archived; }));
  std::string out = counted(report.submissions.size() - archived, "submission", "submissions");
  if (archived > 0) out += fmt::format(" and {} of past years", archived);
  out += fmt::format(" in {}; ", counted(report.files.size(), "file", "files"));
  out += report.pairs.empty() ? "no pair shares"
                              : counted(report.pairs.size(), "pair shares", "pairs share");
  out += " a passage";
  if (report.omitted_pairs > 0) {
    out += fmt::format(", {} left out by --limit or --min-similarity",
                       counted(report.omitted_pairs, "more was", "more were"));
  }
  return out + ".\n";
}

std::string skipped_list(const std::vector<Skipped>& skipped, SkipKind kind,
                         std::string_view heading) {
  const auto count = static_cast<std::size_t>(std::count_if(
      skipped.begin(), skipped.end(), [&](const Skipped& input) { return input.kind == kind; }));
  if (count == 0) return "";
  std::string out = fmt::format("\n{} {}:\n", counted(count, "input", "inputs"), heading);
  std::size_t shown = 0;
  for (const Skipped& input : skipped) {
    if (input.kind != kind || shown == kSkipped) continue;
    out += fmt::format("  {}: {}\n", shortened(printable(input.path), 60), printable(input.reason));
    ++shown;
  }
  if (count > shown) out += fmt::format("  … and {} more, all in the report\n", count - shown);
  return out;
}

}  // namespace

std::string summary(const CompareReport& report, std::size_t width) {
  std::string out;
  if (!report.pairs.empty()) out += pair_table(report, width) + '\n';
  out += counts(report);
  if (report.submissions.size() < 2) {
    out +=
        "\nComparing takes two submissions. Name a folder that holds several, or several paths; "
        "--by file\nor --by dir says what one submission is.\n";
  }
  return out + skipped_summary(report.skipped);
}

std::string skipped_summary(const std::vector<Skipped>& skipped) {
  return skipped_list(skipped, SkipKind::skipped, "skipped") +
         skipped_list(skipped, SkipKind::fallback, "read by a fallback");
}

}  // namespace whorl::cli
