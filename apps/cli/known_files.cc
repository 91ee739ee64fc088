#include "cli/known_files.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>

#include "cli/text.h"

namespace whorl::cli {
namespace {

constexpr std::size_t kShown = 5;

KnownSource source_of(const RegistryHit& hit) {
  const DocumentCodes& codes = hit.document.codes;
  KnownSource source{codes.owner,         codes.group,        codes.name,   codes.date, codes.url,
                     hit.contained.value, hit.contains.value, hit.evidence, {}};
  for (const KnownRange& range : hit.ranges) {
    source.lines.push_back({range.first_line, range.last_line});
  }
  return source;
}

RegistryInput base_of(const Arguments& arguments) {
  const SubmissionInput& read = arguments.compare.input;
  RegistryInput input;
  input.paths = read.base;
  input.leave_out = read.outputs;
  input.convert = read.convert;
  input.threads = arguments.compare.threads;
  input.memory = arguments.compare.memory;
  return input;
}

// Past years are not asked for.
std::vector<std::uint32_t> files_handed_in(const CompareReport& report) {
  std::vector<std::uint32_t> files;
  for (const Submission& submission : report.submissions) {
    if (submission.archived) continue;
    files.insert(files.end(), submission.files.begin(), submission.files.end());
  }
  return files;
}

}  // namespace

Result<void> check_against(const Arguments& arguments) {
  const RegistryArguments& asked = arguments.registry;
  const RegistrySearchOptions& search = asked.search;
  if (asked.folder.empty() &&
      (!asked.key.empty() || !search.exclude_owner.empty() || !search.only_owner.empty())) {
    return fail(ErrorCode::invalid_argument,
                "--key, --exclude-owner and --only-owner say how a registry is asked: name it with "
                "--against");
  }
  if (!asked.folder.empty() && arguments.anonymize) {
    return fail(ErrorCode::invalid_argument,
                "--against tells what registered documents are called, and --anonymize hides "
                "names: leave out one of them");
  }
  return {};
}

Result<std::vector<KnownFile>> known_files(const CompareReport& report, const Arguments& arguments,
                                           Progress& progress) {
  const RegistryArguments& asked = arguments.registry;
  auto registry = Registry::read(asked.folder, asked.key);
  if (!registry) return tl::unexpected(registry.error());
  RegistrySearchOptions search = asked.search;
  if (!arguments.compare.input.base.empty()) {
    auto hashes = registry->base_of(base_of(arguments), progress);
    if (!hashes) return tl::unexpected(hashes.error());
    search.base = *std::move(hashes);
  }
  const std::vector<std::uint32_t> handed_in = files_handed_in(report);
  std::vector<std::string_view> texts;
  for (const std::uint32_t file : handed_in) texts.push_back(report.files[file].text);
  progress.phase("documents", texts.size());
  const auto answers = registry->search(texts, search, arguments.compare.threads, progress);
  if (!answers) return tl::unexpected(answers.error());
  std::vector<KnownFile> known;
  for (std::size_t i = 0; i < answers->size(); ++i) {
    const RegistryAnswer& answer = (*answers)[i];
    if (answer.hits.empty()) continue;
    KnownFile& file =
        known.emplace_back(KnownFile{report.files[handed_in[i]].path, answer.global.value, {}});
    for (const RegistryHit& hit : answer.hits) file.sources.push_back(source_of(hit));
  }
  std::ranges::stable_sort(known, std::ranges::greater(), &KnownFile::known);
  return known;
}

std::string known_summary(const std::vector<KnownFile>& files, const std::string& registry) {
  if (files.empty()) return fmt::format("\n{} knows no part of any file\n", printable(registry));
  std::string out = fmt::format("\n{} knows a part of {}:\n", printable(registry),
                                counted(files.size(), "file", "files"));
  for (std::size_t i = 0; i < files.size() && i < kShown; ++i) {
    const KnownSource& best = files[i].sources.front();
    const std::string group = best.group.empty() ? "" : printable(best.group) + " ";
    out += fmt::format("  {:4.0f} %  {}  {}{}\n", 100 * files[i].known, printable(files[i].path),
                       group, printable(best.name));
  }
  if (files.size() > kShown) out += fmt::format("  and {} more\n", files.size() - kShown);
  return out;
}

}  // namespace whorl::cli
