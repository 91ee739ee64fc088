#include "jobs/collection/cluster/given_pairs.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "base/hash128.h"
#include "base/try.h"
#include "input/archives/byte_stream.h"
#include "input/collection.h"
#include "input/skip_log.h"
#include "store/stopped.h"

namespace whorl::internal::cluster {
namespace {

constexpr std::size_t kLongestLine = 1 << 20;
constexpr std::uint64_t kUnasked = 1 << 12;  // lines

// Finds documents by their ids.
class IdTable {
 public:
  static Result<IdTable> make(const store::DocumentTable& documents) {
    IdTable table;
    table.entries_.reserve(documents.size());
    const auto add = [&](store::DocId doc, const store::DocumentRecord&,
                         const store::DocumentNames& names) -> Result<void> {
      table.entries_.push_back({base::hash128(names.id), doc});
      return {};
    };
    WHORL_RETURN_IF_ERROR(documents.for_each_named(add));
    std::ranges::sort(table.entries_);
    return table;
  }

  std::optional<store::DocId> find(std::string_view id) const {
    const base::Hash128 hash = base::hash128(id);
    const auto first = std::ranges::lower_bound(entries_, hash, {}, &Entry::hash);
    if (first == entries_.end() || first->hash != hash) return std::nullopt;
    return first->doc;
  }

 private:
  struct Entry {
    base::Hash128 hash;
    store::DocId doc;
    auto operator<=>(const Entry&) const = default;
  };
  std::vector<Entry> entries_;
};

std::string place_of(const std::string& path, std::uint64_t line) {
  return path + ":" + std::to_string(line);
}

Result<std::pair<std::string_view, std::string_view>> ids_of(const input::LineReader::Line& line,
                                                             const std::string& path) {
  std::string_view text = line.text;
  if (text.ends_with('\r')) text.remove_suffix(1);
  const std::size_t tab = text.find('\t');
  const bool is_pair =
      tab != text.npos && tab > 0 && tab + 1 < text.size() && text.find('\t', tab + 1) == text.npos;
  if (is_pair) return std::pair(text.substr(0, tab), text.substr(tab + 1));
  return fail(
      ErrorCode::invalid_argument,
      place_of(path, line.number) + ": a line of candidates has two ids, separated by a tab");
}

class PairReader {
 public:
  PairReader(const NamedDocuments& documents, const IdTable& ids, std::string path)
      : documents_(documents), ids_(ids), path_(std::move(path)) {}

  // Nothing if the line gives no candidate.
  Result<std::optional<join::CandidatePair>> pair_of(const input::LineReader::Line& line) {
    WHORL_ASSIGN_OR_RETURN(const auto names, ids_of(line, path_));
    const auto a = ids_.find(names.first), b = ids_.find(names.second);
    if (a && b) return candidate(*a, *b);
    const std::string_view unknown = a ? names.second : names.first;
    unknown_.add({place_of(path_, line.number) + " (" + std::string(unknown) + ")",
                  "no document has this id", SkipKind::fallback});
    return std::optional<join::CandidatePair>();
  }

  const input::SkipLog& unknown() const { return unknown_; }

 private:
  std::optional<join::CandidatePair> candidate(store::DocId a, store::DocId b) const {
    const auto& groups = documents_.groups;
    if (!groups.empty() && groups[a] != groups[b]) return std::nullopt;
    const auto& representative = documents_.duplicates.representative;
    const auto [first, second] = std::minmax(representative[a], representative[b]);
    if (first == second) return std::nullopt;
    return join::CandidatePair{first, second};
  }

  const NamedDocuments& documents_;
  const IdTable& ids_;
  std::string path_;
  input::SkipLog unknown_;
};

}  // namespace

Result<std::string> describe_pairs(const std::string& path) {
  if (path == "-") {
    return fail(
        ErrorCode::invalid_argument,
        "--candidates needs a file, because it is read twice; standard input cannot be used");
  }
  WHORL_ASSIGN_OR_RETURN(auto stream, input::ByteStream::open(path));
  base::Hash128 hash;
  while (true) {
    WHORL_ASSIGN_OR_RETURN(const auto block, stream->next());
    if (block.empty()) break;
    hash = input::hash_after(hash, base::hash128(block));
  }
  return path + " (" + std::to_string(hash.high) + ")";
}

Result<GivenPairs> read_pairs(base::FileSystem& file_system, const std::string& path,
                              const NamedDocuments& documents, const base::SortBudget& budget) {
  WHORL_ASSIGN_OR_RETURN(const auto ids, IdTable::make(documents.table));
  WHORL_ASSIGN_OR_RETURN(auto stream, input::ByteStream::open(path));
  input::LineReader lines(*stream, kLongestLine);
  base::ExternalSorter<join::CandidatePair> sorter(file_system, budget);
  PairReader reader(documents, ids, path);
  while (true) {
    WHORL_ASSIGN_OR_RETURN(const auto line, lines.next());
    if (line.number == 0) break;
    if (line.number % kUnasked == 0 && budget.progress->cancelled()) return store::stopped();
    WHORL_ASSIGN_OR_RETURN(const auto pair, reader.pair_of(line));
    if (pair) WHORL_RETURN_IF_ERROR(sorter.add(*pair));
  }
  WHORL_ASSIGN_OR_RETURN(auto sorted, sorter.finish());
  return GivenPairs{join::stream_of(std::move(sorted)), reader.unknown().count(),
                    reader.unknown().list(), sorter.bytes_spilled()};
}

}  // namespace whorl::internal::cluster
