#include <algorithm>
#include <tuple>
#include <utility>

#include "base/parallel.h"
#include "base/try.h"
#include "input/archives/member_decoder.h"
#include "input/paths/names.h"
#include "input/paths/path_files.h"
#include "input/source.h"

namespace whorl::internal::input {
namespace {

constexpr std::size_t kBatch = 64;  // files a thread takes at once

void append(ReadResult& from, ReadResult& to) {
  std::move(from.documents.begin(), from.documents.end(), std::back_inserter(to.documents));
  std::move(from.skipped.begin(), from.skipped.end(), std::back_inserter(to.skipped));
}

// In the order of the files, independent of the threads.
ReadResult read_all(const PathFiles& files, unsigned threads, Progress& progress) {
  std::vector<ReadResult> results((files.size() + kBatch - 1) / kBatch);
  base::parallel_for(results.size(), threads, [&](std::size_t batch) {
    const std::size_t end = std::min(files.size(), (batch + 1) * kBatch);
    for (std::size_t i = batch * kBatch; i < end && !progress.cancelled(); ++i) {
      if (files.is_over()) return;
      files.read(i, results[batch]);
      progress.advance(1);
    }
  });
  ReadResult out;
  for (ReadResult& result : results) append(result, out);
  return out;
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
  WHORL_ASSIGN_OR_RETURN(auto files, PathFiles::list(path, options));
  progress.phase("reading", files.size());
  return read_files(std::move(files), options.threads, progress);
}

Result<ReadResult> read_files(PathFiles files, unsigned threads, Progress& progress) {
  ReadResult out = read_all(files, threads, progress);
  if (progress.cancelled()) return fail(ErrorCode::cancelled, "reading was stopped");
  for (const Document& document : out.documents) files.note(document.name);
  for (const Skipped& skipped : out.skipped) files.note(skipped.path);
  for (Skipped& skipped : files.skipped()) out.skipped.push_back(std::move(skipped));
  order(out);
  make_names_unique(out.documents);
  return out;
}

ReadLimits ReadLimits::within(std::uint64_t memory) {
  // An upper limit for the memory of a file besides its bytes.
  constexpr std::uint64_t kMember = 8 << 10;
  memory = base::MemoryBudget(memory).memory();
  ReadLimits limits;
  limits.by_memory = memory / 4 < limits.file_bytes;
  limits.file_bytes = std::min(limits.file_bytes, memory / 4);
  limits.expanded_bytes = std::min(limits.expanded_bytes, memory / 4);
  limits.window_bytes = std::max(limits.window_bytes, memory / kWindowShare);
  limits.archive_members =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(limits.archive_members, memory / kMember));
  return limits;
}

std::uint64_t held_bytes(const Document& document) {
  constexpr std::uint64_t kOwn = 256;
  return document.name.capacity() + document.bytes.capacity() + kOwn;
}

}  // namespace whorl::internal::input
