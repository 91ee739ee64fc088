#include "cli/registry_summary.h"

#include <fmt/core.h>

#include <algorithm>
#include <ctime>

#include "cli/streams.h"
#include "cli/summary.h"
#include "cli/text.h"

namespace whorl::cli {
namespace {

constexpr std::size_t kRangesShown = 8;

std::string shown(const DocumentCodes& codes) {
  std::string out = printable(codes.name);
  if (!codes.group.empty()) out += "  group " + printable(codes.group);
  if (!codes.owner.empty()) out += "  owner " + printable(codes.owner);
  if (!codes.date.empty()) out += "  " + printable(codes.date);
  return out;
}

std::string shown(const Estimate& share) {
  return fmt::format("{:.0f}% ({:.0f} to {:.0f})", 100 * share.value, 100 * share.low,
                     100 * share.high);
}

std::string lines_of(const std::vector<KnownRange>& ranges) {
  std::string out;
  for (std::size_t i = 0; i < std::min(ranges.size(), kRangesShown); ++i) {
    const KnownRange& range = ranges[i];
    if (!out.empty()) out += ", ";
    out += range.first_line == range.last_line
               ? std::to_string(range.first_line)
               : fmt::format("{}-{}", range.first_line, range.last_line);
  }
  if (ranges.size() > kRangesShown)
    out += fmt::format(" and {} more", ranges.size() - kRangesShown);
  return out;
}

std::string day_of(std::int64_t seconds) {
  const std::time_t time = seconds;
  std::tm utc{};
  if (gmtime_r(&time, &utc) == nullptr) return {};
  return fmt::format("{:04}-{:02}-{:02}", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday);
}

void show(const RegistryHit& hit) {
  fmt::print("  {}\n", shown(hit.document.codes));
  fmt::print(
      "      {} of this text is in it, {} of it is in this text; {} shared, {} of them in no other "
      "document\n",
      shown(hit.contained), shown(hit.contains), counted(hit.shared, "fingerprint", "fingerprints"),
      hit.rare);
  if (!hit.ranges.empty()) fmt::print("      lines {}\n", lines_of(hit.ranges));
  if (hit.sizes_differ) {
    fmt::print("      the sizes differ much, so the shares are unreliable\n");
  }
}

void show_hidden(std::uint64_t documents) {
  if (documents == 0) return;
  fmt::print("  {} a single fingerprint, possibly by chance (--singles shows {})\n",
             counted(documents, "document shares", "documents share"),
             documents == 1 ? "it" : "them");
}

}  // namespace

void show(const AddedToRegistry& added) {
  fmt::print("{} added, {} replaced, {} unchanged\n", counted(added.added, "document", "documents"),
             added.replaced, added.unchanged);
  if (added.too_short > 0) {
    fmt::print("  {} too short for a fingerprint: registered by name alone, never found\n",
               counted(added.too_short, "is", "are"));
  }
  tell("{}", skipped_summary(added.skipped));
}

void show(const RegistryAnswer& answer) {
  fmt::print("{}\n", printable(answer.name));
  if (answer.too_short) {
    fmt::print("  too short to search: it has no fingerprint\n");
    return;
  }
  if (answer.hits.empty()) {
    fmt::print("  nothing known: {} looked up\n",
               counted(answer.fingerprints, "fingerprint", "fingerprints"));
    show_hidden(answer.hidden);
    return;
  }
  fmt::print("  {} known, in {}\n", shown(answer.global),
             counted(answer.found, "document", "documents"));
  for (const RegistryHit& hit : answer.hits) show(hit);
  if (answer.found > answer.hits.size()) {
    fmt::print("  … {} in total share fingerprints (--top shows more)\n", answer.found);
  }
  show_hidden(answer.hidden);
}

void show(const RegisteredDocument& d) {
  fmt::print("{}\n", shown(d.codes));
  if (!d.codes.url.empty()) fmt::print("  {}\n", printable(d.codes.url));
  if (!d.codes.contact.empty()) fmt::print("  contact {}\n", printable(d.codes.contact));
  fmt::print("  {} of text, {}, added {}\n", counted(d.bytes, "byte", "bytes"),
             counted(d.fingerprints, "fingerprint", "fingerprints"), day_of(d.added));
}

void show_line(const RegisteredDocument& d) { fmt::print("{}\n", shown(d.codes)); }

void show_waiting(const RegisteredDocument& document) {
  const DocumentCodes& codes = document.codes;
  tell("waits for its text: {}{}\n", shown(codes),
       codes.contact.empty() ? "" : "  from " + printable(codes.contact));
}

void show(const RefreshedRegistry& refreshed) {
  fmt::print("sample {}: {} refreshed, {} of an earlier sample\n", refreshed.draw,
             counted(refreshed.refreshed, "document", "documents"), refreshed.waiting);
}

void show(const ExportedFromRegistry& exported, const std::string& segment) {
  fmt::print("{}: {} of {}\n", printable(segment),
             counted(exported.fingerprints, "fingerprint", "fingerprints"),
             counted(exported.documents, "document", "documents"));
}

void show(const RegistryStats& stats) {
  fmt::print("{}, {}{}\n", stats.scheme, stats.recipe, stats.keyed ? ", with a key" : "");
  fmt::print("  {}, {}\n", counted(stats.documents, "document", "documents"),
             counted(stats.postings, "posting", "postings"));
  if (stats.removed > 0) {
    fmt::print("  {} removed since the last compaction\n",
               counted(stats.removed, "document", "documents"));
  }
  if (stats.changes_key) {
    fmt::print("  some documents still need the new key: whorl registry refresh continues\n");
  }
  fmt::print("  {:.2f} MB on disk: {:.0f} bytes a document, {:.1f} a posting\n",
             static_cast<double>(stats.bytes) / 1e6, stats.bytes_a_document, stats.bytes_a_posting);
}

void show(const SearchSuspicions& suspicions) {
  fmt::print("{}; the median document was hit by {}\n",
             counted(suspicions.searches, "search", "searches"), suspicions.usual);
  for (const SearchedDocument& one : suspicions.documents) {
    fmt::print("  {:>8}  {}\n", one.searches, shown(one.document.codes));
  }
  if (suspicions.documents.empty()) {
    fmt::print("  no document was hit unusually often\n");
  } else {
    fmt::print("whorl registry refresh --suspicious stores another sample of these\n");
  }
}

void show(const RegistryCheck& check, const std::string& folder) {
  for (const std::string& fault : check.faults) tell("{}: {}\n", printable(folder), fault);
  if (!check.faults.empty()) {
    tell("restore a backup: whorl registry restore\n");
    return;
  }
  fmt::print("{}: {} and {}, no damage\n", printable(folder),
             counted(check.documents, "document", "documents"),
             counted(check.postings, "posting", "postings"));
}

void show(const PairwiseTest& test) {
  fmt::print("{}: {} share a fingerprint\n",
             counted(test.documents.size(), "document", "documents"),
             counted(test.sharing, "pair", "pairs"));
  if (!test.pairs.empty()) fmt::print("  symmetric  a in b  b in a  overlap of a, b\n");
  for (const PairwisePair& pair : test.pairs) {
    const std::string overlap =
        pair.overlap_a ? fmt::format("{:.2f}, {:.2f}", *pair.overlap_a, *pair.overlap_b) : "";
    fmt::print("  {:9.2f}{:8.2f}{:8.2f}  {:<15}  {}  {}\n", pair.symmetric, pair.a_in_b,
               pair.b_in_a, overlap, printable(pair.a), printable(pair.b));
  }
  if (test.sharing > test.pairs.size()) fmt::print("  … --top shows more\n");
}

}  // namespace whorl::cli
