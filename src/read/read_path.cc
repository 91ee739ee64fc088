#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "base/parallel.h"
#include "read/input.h"
#include "read/intake.h"
#include "read/listing.h"
#include "read/names.h"
#include "read/source.h"

namespace whorl {
namespace {

constexpr std::size_t kBatch = 64;  // files a thread takes at once

void take_file(const ListedFile& file, const IntakeRules& rules, ReadResult& out) {
  Result<std::unique_ptr<Input>> input = open_file(file.path);
  if (input) return take_in(file.name, **input, rules, nullptr, out);
  if (rules.filter.takes_file(file.name)) {
    out.skipped.push_back({file.name, input.error().message});
  }
}

void append(ReadResult& from, ReadResult& to) {
  std::move(from.documents.begin(), from.documents.end(), std::back_inserter(to.documents));
  std::move(from.skipped.begin(), from.skipped.end(), std::back_inserter(to.skipped));
}

// Files in order of name and path, so that what the threads do cannot be seen.
ReadResult take_files(std::vector<ListedFile> files, const IntakeRules& rules, Progress& progress) {
  std::sort(files.begin(), files.end(), [](const ListedFile& a, const ListedFile& b) {
    return std::tie(a.name, a.path) < std::tie(b.name, b.path);
  });
  progress.phase("reading", files.size());
  const std::size_t batches = (files.size() + kBatch - 1) / kBatch;
  std::vector<ReadResult> results(batches);
  parallel_for(batches, rules.options.threads, [&](std::size_t batch) {
    const std::size_t end = std::min(files.size(), (batch + 1) * kBatch);
    for (std::size_t i = batch * kBatch; i < end && !progress.cancelled(); ++i) {
      take_file(files[i], rules, results[batch]);
      progress.advance(1);
    }
  });
  ReadResult out;
  for (ReadResult& result : results) append(result, out);
  return out;
}

// `skipped` is in order of path.
bool is_listed(const std::vector<Skipped>& skipped, const std::string& path) {
  return std::binary_search(skipped.begin(), skipped.end(), Skipped{path, "", {}},
                            [](const Skipped& a, const Skipped& b) { return a.path < b.path; });
}

// Folders directly in the directory of which nothing came: a submission that is missing.
void list_empty(const std::vector<std::string>& folders, ReadResult& out) {
  const auto holds = [](const auto& sorted, const std::string& prefix, auto name_of) {
    const auto at = std::lower_bound(
        sorted.begin(), sorted.end(), prefix,
        [&](const auto& item, const std::string& key) { return name_of(item) < key; });
    return at != sorted.end() && name_of(*at).starts_with(prefix);
  };
  std::vector<Skipped> empty;
  for (const std::string& folder : folders) {
    const std::string prefix = folder + "/";
    if (!holds(out.documents, prefix, [](const Document& d) -> auto& { return d.name; }) &&
        !holds(out.skipped, prefix, [](const Skipped& s) -> auto& { return s.path; }) &&
        !is_listed(out.skipped, folder)) {
      empty.push_back({folder, "is a folder without any file to read"});
    }
  }
  std::move(empty.begin(), empty.end(), std::back_inserter(out.skipped));
}

void order(ReadResult& out) {
  std::stable_sort(out.documents.begin(), out.documents.end(),
                   [](const Document& a, const Document& b) { return a.name < b.name; });
  std::stable_sort(out.skipped.begin(), out.skipped.end(), [](const Skipped& a, const Skipped& b) {
    return std::tie(a.path, a.reason) < std::tie(b.path, b.reason);
  });
}

}  // namespace

Result<ReadResult> read_path(const std::string& path, const ReadOptions& options,
                             Progress& progress) {
  char resolved[PATH_MAX];
  struct stat status;
  if (realpath(path.c_str(), resolved) == nullptr || stat(resolved, &status) != 0) {
    return fail(errno == ENOENT || errno == ENOTDIR ? ErrorCode::not_found : ErrorCode::unreadable,
                display_name(path) + ": " + std::generic_category().message(errno));
  }
  const NameFilter filter(options.include, options.exclude);
  const IntakeRules rules{options, filter};
  Listing listing;
  if (S_ISDIR(status.st_mode)) {
    listing = list_files(resolved, filter, options.leave_out);
  } else {
    listing.files.push_back({resolved, display_name(base_name(path))});
  }
  ReadResult out = take_files(std::move(listing.files), rules, progress);
  if (progress.cancelled()) return fail(ErrorCode::cancelled, "reading was stopped");
  std::move(listing.skipped.begin(), listing.skipped.end(), std::back_inserter(out.skipped));
  order(out);
  list_empty(listing.folders, out);
  order(out);
  make_names_unique(out.documents);
  return out;
}

}  // namespace whorl
