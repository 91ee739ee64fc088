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

RegistryInput input_of(const Arguments& arguments, const std::vector<std::string>& paths) {
  const SubmissionInput& read = arguments.compare.input;
  RegistryInput input;
  input.paths = paths;
  input.include = read.include;
  input.exclude = read.exclude;
  input.leave_out = read.outputs;
  input.threads = arguments.compare.threads;
  input.memory = arguments.compare.memory;
  return input;
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

Result<std::vector<KnownFile>> known_files(const Arguments& arguments, Progress& progress) {
  const RegistryArguments& asked = arguments.registry;
  auto registry = Registry::read(asked.folder, asked.key);
  if (!registry) return tl::unexpected(registry.error());
  RegistrySearchOptions search = asked.search;
  if (const auto& base = arguments.compare.input.base; !base.empty()) {
    auto hashes = registry->base_of(input_of(arguments, base), progress);
    if (!hashes) return tl::unexpected(hashes.error());
    search.base = *std::move(hashes);
  }
  std::vector<KnownFile> files;
  const auto take = [&](const RegistryAnswer& answer) -> Result<void> {
    if (answer.hits.empty()) return {};
    KnownFile& file = files.emplace_back(KnownFile{answer.name, answer.global.value, {}});
    for (const RegistryHit& hit : answer.hits) file.sources.push_back(source_of(hit));
    return {};
  };
  // What cannot be read is listed by the comparison itself.
  const auto skipped =
      registry->search(input_of(arguments, arguments.compare.input.paths), search, take, progress);
  if (!skipped) return tl::unexpected(skipped.error());
  std::ranges::stable_sort(files, std::ranges::greater(), &KnownFile::known);
  return files;
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
